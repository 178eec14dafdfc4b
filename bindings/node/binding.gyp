{
  "targets": [
    {
      "target_name": "calque",
      "sources": ["addon.c"],
      "cflags": ["<!@(pkg-config --cflags calque)"],
      "libraries": ["<!@(pkg-config --libs calque)"],
      "ldflags": ["-Wl,-rpath,<!(pkg-config --variable=libdir calque)"]
    }
  ]
}

package calque;

import com.sun.jna.NativeLibrary;
import java.io.IOException;

/** Which library is loaded. */
final class LibraryFile {
    /** That of CALQUE_LIBRARY, what the jar has for this system, or the system's. */
    static String name() {
        String named = System.getenv("CALQUE_LIBRARY");
        if (named != null) {
            return named;
        }
        try {
            return com.sun.jna.Native.extractFromResourcePath("/calque/" + system()
                + "/libcalque.so.0", LibraryFile.class.getClassLoader()).getPath();
        } catch (IOException notInside) {
            return "calque";
        }
    }

    /** This system, as the packages name it: x86_64-linux-gnu, aarch64-linux-musl and so on. */
    private static String system() {
        String machine = System.getProperty("os.arch").replace("amd64", "x86_64");
        try {
            NativeLibrary.getProcess().getFunction("gnu_get_libc_version");
            return machine + "-linux-gnu";
        } catch (UnsatisfiedLinkError notGlibc) {
            return machine + "-linux-musl";
        }
    }

    private LibraryFile() {}
}

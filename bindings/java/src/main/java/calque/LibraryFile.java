package calque;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.PointerType;
import java.io.IOException;

/** Which library is loaded. */
final class LibraryFile {
    /** That of CALQUE_LIBRARY, what the jar has for this system, or the system's. */
    static String name() {
        String named = System.getenv("CALQUE_LIBRARY");
        if (named != null) {
            return named;
        }
        String inside = inside("libcalque.so.0");
        return inside == null ? "calque" : inside;
    }

    /** Calls the functions of hot code by JNI, where the jar has what that takes. */
    static void register(NativeLibrary library) {
        String inside = inside("libcalque-jni.so");
        if (inside != null) {
            System.load(inside);
            register(Pointer.class, PointerType.class, Native.class,
                address(library, "calque_translator_translate"),
                address(library, "calque_view_translate"));
        }
    }

    private static native void register(Class<?> pointer, Class<?> reference, Class<?> functions,
        long translator, long view);

    private static long address(NativeLibrary library, String function) {
        return Pointer.nativeValue(library.getFunction(function));
    }

    /** A file of the jar for this system; null where there is none. */
    private static String inside(String file) {
        try {
            return com.sun.jna.Native.extractFromResourcePath("/calque/" + system() + "/" + file,
                LibraryFile.class.getClassLoader()).getPath();
        } catch (IOException notInside) {
            return null;
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

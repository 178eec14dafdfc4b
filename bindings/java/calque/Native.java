package calque;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.ByteByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

/** The calls of C that the classes of this package use, as in include/calque.h. */
interface Native extends Library {
    Native CALQUE = com.sun.jna.Native.load(
        System.getenv().getOrDefault("CALQUE_LIBRARY", "calque"), Native.class);

    int calque_translator_create(int format, byte[] options, long length, Pointer host,
        PointerByReference out, PointerByReference error);
    void calque_translator_release(Pointer translator);
    int calque_translator_add_file(Pointer translator, byte[] lng, long lngLength, byte[] ns,
        long nsLength, byte[] path, int flags, PointerByReference error);
    int calque_translator_translate(Pointer translator, byte[] key, long length, Pointer args,
        long count, byte[] buffer, long capacity, LongByReference out);
    int calque_translator_translate_json(Pointer translator, byte[] keys, long length,
        byte[] options, long optionsLength, int form, Pointer out, PointerByReference error);
    int calque_translator_exists(Pointer translator, byte[] keys, long length, byte[] options,
        long optionsLength, ByteByReference found, PointerByReference error);
    int calque_translator_languages(Pointer translator, byte[] lng, long length, Pointer out,
        PointerByReference error);
    int calque_translator_dir(Pointer translator, byte[] lng, long length);
    int calque_view_create(Pointer translator, byte[] lng, long lngLength, byte[] ns, long nsLength,
        byte[] prefix, long prefixLength, PointerByReference out, PointerByReference error);
    void calque_view_release(Pointer view);
    int calque_view_translate(Pointer view, byte[] key, long length, Pointer args, long count,
        byte[] buffer, long capacity, LongByReference out);
    int calque_messages_create(byte[] options, long length, PointerByReference out,
        PointerByReference error);
    void calque_messages_release(Pointer messages);
    int calque_messages_load_json(Pointer messages, int kind, byte[] prefix, long prefixLength,
        byte[] json, long length, Pointer counts, PointerByReference error);
    int calque_messages_decode(Pointer messages, byte[] text, long length, byte[] buffer,
        long capacity, LongByReference out);
    void calque_string_dispose(Pointer string);
    String calque_error_message(Pointer error);
    void calque_error_release(Pointer error);
}

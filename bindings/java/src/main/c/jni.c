/* The calls of hot code by JNI, in the place of JNA's: a third of the time.
 * It needs no library: Java says where the functions are. */
#include <calque.h>
#include <jni.h>
#include <stdint.h>

typedef calque_status (*translate_function)(const void *object, const char *key,
                                            size_t key_length,
                                            const calque_arg *args,
                                            size_t arg_count, char *buffer,
                                            size_t capacity, size_t *length);

enum { ENOUGH = 512 };
static translate_function translate_translator, translate_view;
static jfieldID pointer_of_reference, peer_of_pointer;

static void *address(JNIEnv *env, jobject pointer) {
    if (!pointer) return NULL;
    return (void *)(intptr_t)(*env)->GetLongField(env, pointer,
                                                  peer_of_pointer);
}

static jint translate(JNIEnv *env, translate_function function, jobject object,
                      jbyteArray key, jlong key_length, jobject args,
                      jlong arg_count, jbyteArray buffer, jlong capacity,
                      jobject length) {
    jbyte short_key[ENOUGH], short_text[ENOUGH];
    jbyte *key_bytes = short_key, *text = short_text;
    if (key_length > ENOUGH)
        key_bytes = (*env)->GetByteArrayElements(env, key, NULL);
    else
        (*env)->GetByteArrayRegion(env, key, 0, (jsize)key_length, key_bytes);
    if (capacity > ENOUGH)
        text = (*env)->GetByteArrayElements(env, buffer, NULL);
    if (!key_bytes || !text) return CALQUE_LIMIT_EXCEEDED; // and Java throws
    size_t *written =
        address(env, (*env)->GetObjectField(env, length, pointer_of_reference));
    calque_status status =
        function(address(env, object), (const char *)key_bytes,
                 (size_t)key_length, address(env, args), (size_t)arg_count,
                 (char *)text, (size_t)capacity, written);
    if (key_bytes != short_key)
        (*env)->ReleaseByteArrayElements(env, key, key_bytes, JNI_ABORT);
    if (text != short_text)
        (*env)->ReleaseByteArrayElements(env, buffer, text, 0);
    else if (*written < (size_t)capacity)
        (*env)->SetByteArrayRegion(env, buffer, 0, (jsize)*written, text);
    return status;
}

static jint JNICALL by_translator(JNIEnv *env, jclass type, jobject object,
                                  jbyteArray key, jlong key_length,
                                  jobject args, jlong arg_count,
                                  jbyteArray buffer, jlong capacity,
                                  jobject length) {
    (void)type;
    return translate(env, translate_translator, object, key, key_length, args,
                     arg_count, buffer, capacity, length);
}

static jint JNICALL by_view(JNIEnv *env, jclass type, jobject object,
                            jbyteArray key, jlong key_length, jobject args,
                            jlong arg_count, jbyteArray buffer, jlong capacity,
                            jobject length) {
    (void)type;
    return translate(env, translate_view, object, key, key_length, args,
                     arg_count, buffer, capacity, length);
}

#define TYPE_OF_CALL                                                           \
    "(Lcom/sun/jna/Pointer;[BJLcom/sun/jna/Pointer;J[BJL"                      \
    "com/sun/jna/ptr/LongByReference;)I"

/** Takes the place of JNA in the class Native. */
JNIEXPORT void JNICALL Java_calque_LibraryFile_register(
    JNIEnv *env, jclass type, jclass pointer, jclass reference, jclass native,
    jlong translator, jlong view) {
    (void)type;
    JNINativeMethod calls[] = {
        {"calque_translator_translate", TYPE_OF_CALL, (void *)by_translator},
        {"calque_view_translate", TYPE_OF_CALL, (void *)by_view}};
    translate_translator = (translate_function)(intptr_t)translator;
    translate_view = (translate_function)(intptr_t)view;
    peer_of_pointer = (*env)->GetFieldID(env, pointer, "peer", "J");
    if (peer_of_pointer)
        pointer_of_reference = (*env)->GetFieldID(env, reference, "pointer",
                                                  "Lcom/sun/jna/Pointer;");
    if (pointer_of_reference) (*env)->RegisterNatives(env, native, calls, 2);
}

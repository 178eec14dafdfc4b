/**
 * @file calque.h
 * @brief Calque, an embeddable translation library. Include only this header.
 *
 * Nouns, their headers, and the functions to begin with:
 *
 * - **translator** (translator.h, resources.h, loading.h, language.h,
 *   translate.h, host.h, hooks.h): calque_translator_create(),
 *   calque_translator_translate()
 * - **view** (view.h, renderer.h, interpreter.h): calque_view_create(),
 *   calque_view_translate(), calque_renderer_create()
 * - **catalog** (catalog.h): calque_catalog_compile_file(),
 *   calque_catalog_open()
 * - **formatter** (formatter.h): calque_formatter_create()
 * - **plural rule** (plural.h, pattern.h): calque_plural_category()
 * - **messages** (messages.h, decoding.h): calque_messages_create(),
 *   calque_messages_decode()
 * - **texts** (texts.h, text_versions.h): calque_texts_create(),
 *   calque_texts_get()
 * - **proposals** (localization.h, component.h, proposals.h):
 *   calque_localization_create(), calque_localization_text()
 * - **transcript** (session.h, message_content.h, conversation.h,
 *   transcript.h): calque_conversation_create(), calque_conversation_send()
 * - **transport** (transport.h; http.h of libcalque-http):
 *   calque_http_create()
 *
 * @section guide Rules of all calls
 *
 * - **Text in** is UTF-8, a pointer and a length in bytes. #CALQUE_NTS as the
 *   length means that the text is NUL-terminated. The library borrows the text
 *   for the duration of the call.
 * - **Text out** goes into the caller's buffer (`buffer`, `capacity`,
 *   `length`) or into a #calque_string that the caller disposes of. A buffer
 *   is always NUL-terminated when its capacity is over 0; `*length` is the full
 *   length in bytes without NUL, even when the text did not fit
 *   (#CALQUE_TRUNCATED). Bytes of the buffer after the text may be overwritten.
 * - **Status.** A call that can fail returns a #calque_status. A translation
 *   always returns text: for a missing key it returns the fallback text and
 *   #CALQUE_MISSING_KEY.
 * - **Errors.** The last parameter, `calque_error **error`, may be NULL. It is
 *   set only when the status is a failure (20 and above); the caller releases
 *   it with calque_error_release().
 * - **Handles** are opaque and reference counted: create, retain, release. They
 *   may be released in any order and on any thread. Retaining or releasing NULL
 *   does nothing; other calls return #CALQUE_INVALID_ARGUMENT for NULL.
 *
 * Options and arguments can be given as JSON text, with the option names of the
 * original libraries, or for hot code as an array of #calque_arg. In the
 * formats v2 to v4 values are escaped for HTML by default: `"interpolation":
 * {"escapeValue": false}` turns that off.
 */
#ifndef CALQUE_H
#define CALQUE_H

#include "calque/version.h"
#include "calque/status.h"
#include "calque/string.h"
#include "calque/error.h"
#include "calque/arg.h"
#include "calque/formatter.h"
#include "calque/plural.h"
#include "calque/host.h"
#include "calque/translator.h"
#include "calque/resources.h"
#include "calque/hooks.h"
#include "calque/pattern.h"
#include "calque/language.h"
#include "calque/translate.h"
#include "calque/view.h"
#include "calque/renderer.h"
#include "calque/catalog.h"
#include "calque/session.h"
#include "calque/message_content.h"
#include "calque/conversation.h"
#include "calque/transcript.h"
#include "calque/messages.h"
#include "calque/decoding.h"
#include "calque/transport.h"
#include "calque/texts.h"
#include "calque/text_versions.h"
#include "calque/loading.h"
#include "calque/localization.h"
#include "calque/component.h"
#include "calque/proposals.h"

#endif

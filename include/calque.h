/**
 * @file calque.h
 * @brief Calque: translation for programs that embed it. Include this alone.
 *
 * @section guide A guide in five rules
 *
 * - **Text in** is UTF-8, a pointer and a length in bytes. #CALQUE_NTS as the
 *   length means "ends in NUL". It is borrowed for the call only.
 * - **Text out** goes into a buffer of yours (`buffer`, `capacity`, `length`) or
 *   into a #calque_string that you dispose of. A buffer is always NUL-terminated
 *   when its capacity is over 0; `*length` is the full length in bytes without
 *   NUL, also when #CALQUE_TRUNCATED says that the text did not fit. Any byte of
 *   the buffer may be written, also beyond the text.
 * - **Status.** A call that can fail returns a #calque_status. A translation
 *   always yields text: for a missing key it yields the fallback text and
 *   returns #CALQUE_MISSING_KEY.
 * - **Errors.** The last parameter, `calque_error **error`, may be NULL. It is
 *   set only when the status is a failure (20 and above), and is then yours to
 *   release with calque_error_release().
 * - **Handles** are opaque and counted: create, retain, release. NULL is let
 *   through everywhere. They may be released in any order and on any thread.
 *
 * Options and arguments can be given as JSON text with the names that the
 * references use, or for hot code as an array of #calque_arg.
 */
#ifndef CALQUE_H
#define CALQUE_H

#include "calque/version.h"
#include "calque/status.h"
#include "calque/string.h"
#include "calque/error.h"
#include "calque/arg.h"
#include "calque/plural.h"
#include "calque/host.h"
#include "calque/translator.h"
#include "calque/pattern.h"
#include "calque/language.h"
#include "calque/translate.h"
#include "calque/view.h"
#include "calque/batch.h"
#include "calque/catalog.h"
#include "calque/session.h"
#include "calque/message_content.h"
#include "calque/conversation.h"
#include "calque/transcript.h"
#include "calque/messages.h"
#include "calque/decoding.h"
#include "calque/transport.h"
#include "calque/fetch.h"
#include "calque/texts.h"
#include "calque/text_versions.h"
#include "calque/loading.h"
#include "calque/localization.h"
#include "calque/component.h"
#include "calque/proposals.h"

#endif

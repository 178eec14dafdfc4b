/* The Python classes that the extension makes faster. */
#ifndef CALQUE_FAST_KIND_H
#define CALQUE_FAST_KIND_H

#include "arguments.h"

#include <structmember.h>

/* calque_view_try_translate() or calque_translator_try_translate(). */
typedef calque_status Translate(const void *target, const char *key,
                                size_t key_length, const calque_arg *args,
                                size_t arg_count, char *buffer, size_t capacity,
                                size_t *length);
/* calque_view_text(). */
typedef const char *Lend(const void *target, const char *key, size_t key_length,
                         size_t *length);

/* A class, the functions its objects are passed to, and where its slots are. */
typedef struct {
    PyTypeObject *base;
    Translate *translate;
    /* NULL for translators, whose texts may be replaced meanwhile. */
    Lend *text;
    /* `_open_reference`: None, or the Reference that keeps the C object. */
    Py_ssize_t reference;
    /* `_reported`: the missing keys that were logged, or None when strict. */
    Py_ssize_t reported;
    /* `_language`: a ContextVar of the language of a block, or None; and
     * `_format`, which names the option. -1 for views, which have a language.
     */
    Py_ssize_t language, format;
    /* Reference, and its `address`. */
    PyTypeObject *reference_type;
    Py_ssize_t address;
} Kind;

/* Where a class keeps the slot of a name; -1 with an exception for no slot. */
static inline Py_ssize_t slot_of(PyTypeObject *type, const char *name) {
    PyObject *found = PyObject_GetAttrString((PyObject *)type, name);
    if (found == NULL) return -1;
    Py_ssize_t offset = -1;
    if (Py_IS_TYPE(found, &PyMemberDescr_Type)) {
        offset = ((PyMemberDescrObject *)found)->d_member->offset;
    } else {
        PyErr_Format(PyExc_TypeError, "%s is not a slot", name);
    }
    Py_DECREF(found);
    return offset;
}

/* Interpreters with a lock need no others. */
#ifndef Py_BEGIN_CRITICAL_SECTION
#define Py_BEGIN_CRITICAL_SECTION(object) {
#define Py_END_CRITICAL_SECTION() }
#endif

/* The value of a slot, as a reference of the caller; NULL when the slot is
 * empty. Where there is no lock, another thread may be replacing the value. */
static inline PyObject *slot(PyObject *object, Py_ssize_t offset) {
    PyObject *value;
    Py_BEGIN_CRITICAL_SECTION(object);
    value = Py_XNewRef(*(PyObject **)(void *)((char *)object + offset));
    Py_END_CRITICAL_SECTION();
    return value;
}

/* The Reference of an object, as a reference of the caller; NULL when it is
 * closed or unopened. */
static inline PyObject *reference_of(PyObject *self, const Kind *kind) {
    PyObject *reference = slot(self, kind->reference);
    if (reference != NULL && !Py_IS_TYPE(reference, kind->reference_type)) {
        Py_CLEAR(reference);
    }
    return reference;
}

/* The C object of a Reference; NULL when it has none. */
static inline const void *target_of(PyObject *reference, const Kind *kind) {
    PyObject *address = slot(reference, kind->address);
    const void *target = NULL;
    if (address != NULL && PyLong_CheckExact(address)) {
        target = PyLong_AsVoidPtr(address);
        if (target == NULL) PyErr_Clear();
    }
    Py_XDECREF(address);
    return target;
}

#endif

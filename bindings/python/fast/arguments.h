/* Python values as arguments of the library. None of this runs code in Python.
 */
#ifndef CALQUE_FAST_ARGUMENTS_H
#define CALQUE_FAST_ARGUMENTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <calque.h>
#include <calque/interpreter.h>

/* UTF-8 that lives as long as the string; NULL for anything else, and for a
 * string with a lone surrogate. */
static inline const char *bytes_of(PyObject *text, size_t *length) {
    if (!PyUnicode_Check(text)) return NULL;
    if (PyUnicode_IS_COMPACT_ASCII(text)) {
        *length = (size_t)PyUnicode_GET_LENGTH(text);
        return (const char *)PyUnicode_1BYTE_DATA(text);
    }
    Py_ssize_t size = 0;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes == NULL) PyErr_Clear();
    *length = (size_t)size;
    return bytes;
}

/* False for a value that only the class in Python can convert. */
static inline bool set_value(calque_arg *arg, PyObject *value) {
    if (PyUnicode_CheckExact(value)) {
        arg->kind = CALQUE_ARG_KIND_TEXT;
        arg->text = bytes_of(value, &arg->length);
        return arg->text != NULL;
    }
    if (PyLong_CheckExact(value)) {
        int overflow = 0;
        arg->kind = CALQUE_ARG_KIND_INT;
        arg->integer = PyLong_AsLongLongAndOverflow(value, &overflow);
        return overflow == 0;
    }
    if (PyFloat_CheckExact(value)) {
        arg->kind = CALQUE_ARG_KIND_DOUBLE;
        arg->number = PyFloat_AS_DOUBLE(value);
        return true;
    }
    arg->kind = value == Py_None ? CALQUE_ARG_KIND_NULL : CALQUE_ARG_KIND_BOOL;
    arg->integer = value == Py_True;
    return value == Py_None || PyBool_Check(value);
}

static inline bool set_name(calque_arg *arg, PyObject *name) {
    memset(arg, 0, sizeof *arg);
    arg->name = bytes_of(name, &arg->name_length);
    return arg->name != NULL;
}

#endif

/* Methods in C with the docstrings of those in Python that they stand for. */
#ifndef CALQUE_FAST_DOCUMENTED_H
#define CALQUE_FAST_DOCUMENTED_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <string.h>

/* A docstring with a signature, as inspect reads it; NULL with an exception. */
static inline const char *documented(PyTypeObject *base,
                                     const PyMethodDef *method) {
    PyObject *function =
        PyObject_GetAttrString((PyObject *)base, method->ml_name);
    PyObject *doc =
        function == NULL ? NULL : PyObject_GetAttrString(function, "__doc__");
    Py_XDECREF(function);
    PyObject *whole =
        doc == NULL ? NULL
                    : PyUnicode_FromFormat("%s%s\n--\n\n%S", method->ml_name,
                                           method->ml_doc, doc);
    Py_XDECREF(doc);
    Py_ssize_t size = 0;
    const char *text =
        whole == NULL ? NULL : PyUnicode_AsUTF8AndSize(whole, &size);
    char *made = text == NULL ? NULL : PyMem_Malloc((size_t)size + 1);
    if (made != NULL) memcpy(made, text, (size_t)size + 1);
    if (text != NULL && made == NULL) PyErr_NoMemory();
    Py_XDECREF(whole);
    return made;
}

/* Copies methods, up to one without a name, with the docstrings of a class. */
static inline bool add_methods(PyMethodDef *made, PyTypeObject *base,
                               const PyMethodDef *methods) {
    for (; methods->ml_name != NULL; made += 1, methods += 1) {
        *made = *methods;
        made->ml_doc = documented(base, methods);
        if (made->ml_doc == NULL) return false;
    }
    return true;
}

#endif

/*
 * calque._fast: the methods of a view without ctypes.
 *
 * view_type() makes a subclass of the View that is written in Python. What its
 * methods cannot answer with calque_view_try_translate() and calque_view_text()
 * - options, odd values, callbacks, missing keys of a strict translator, errors
 * - they leave to the method of the same name there, so that both answer alike.
 *
 * The functions of the library come as addresses: the library is loaded once,
 * by ctypes. The interpreter's lock is kept during calls; they wait for nothing
 * and never call back, so nothing can close a view that one of them works with.
 */
#include "arguments.h"

#include <structmember.h>

enum {
    MOST_ARGUMENTS = 16,
    ROOM = 512,
    /* Larger batches go through ctypes, which lets other threads run. */
    MOST_ROWS = 1 << 17
};

/* What module and type are made with. */
typedef struct {
    __typeof__(calque_view_try_translate) *translate;
    __typeof__(calque_view_text) *text;
} Library;

/* What an instance has behind the slots of the class in Python. */
typedef struct {
    vectorcallfunc call;
    const Library *library;
    /* The class in Python; the type of the instance keeps it alive. */
    PyTypeObject *base;
    /* NULL before it is opened and after it is closed. */
    const calque_view *view;
    bool is_strict;
} Fast;

/* Where that begins: the same number whichever interpreter asks. */
static Py_ssize_t fast_offset;

static Fast *fast_of(PyObject *self) {
    return (Fast *)(void *)((char *)self + fast_offset);
}

/* The method of the class in Python. */
static PyObject *method_of(PyObject *self, const char *name) {
    PyTypeObject *base = fast_of(self)->base;
    PyObject *function = PyObject_GetAttrString((PyObject *)base, name);
    if (function == NULL) return NULL;
    PyObject *method = PyMethod_New(function, self);
    Py_DECREF(function);
    return method;
}

static PyObject *ordinary(PyObject *self, const char *name,
                          PyObject *const *args, Py_ssize_t count,
                          PyObject *names) {
    PyObject *method = method_of(self, name);
    if (method == NULL) return NULL;
    PyObject *answer = PyObject_Vectorcall(method, args, (size_t)count, names);
    Py_DECREF(method);
    return answer;
}

static uint64_t word_at(const char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* As PyUnicode_DecodeUTF8(), which takes twice as long for short ASCII. */
static PyObject *text_from(const char *bytes, size_t length) {
    const size_t size = sizeof(uint64_t);
    if (length < size) {
        return PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)length, NULL);
    }
    /* The last word may overlap the one before it. */
    uint64_t all = word_at(bytes + length - size);
    for (size_t at = 0; at + size < length; at += size) {
        all |= word_at(bytes + at);
    }
    if (all & 0x8080808080808080) {
        return PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)length, NULL);
    }
    PyObject *text = PyUnicode_New((Py_ssize_t)length, 0x7f);
    if (text != NULL) memcpy(PyUnicode_1BYTE_DATA(text), bytes, length);
    return text;
}

/* The text of a call; NULL, with an exception or without, when it has none. */
static PyObject *translated(const Fast *fast, PyObject *key,
                            const calque_arg *args, size_t count) {
    char room[ROOM], *buffer = room;
    size_t capacity = sizeof room, length = 0, key_length = 0;
    const char *bytes = bytes_of(key, &key_length);
    if (bytes == NULL) return NULL;
    if (count == 0) {
        /* Most texts have no variables: they need not be copied first. */
        const char *text =
            fast->library->text(fast->view, bytes, key_length, &length);
        if (text != NULL) return text_from(text, length);
    }
    calque_status status = fast->library->translate(
        fast->view, bytes, key_length, args, count, buffer, capacity, &length);
    if (status == CALQUE_TRUNCATED) {
        capacity = length + 1;
        buffer = PyMem_Malloc(capacity);
        if (buffer == NULL) return PyErr_NoMemory();
        status = fast->library->translate(fast->view, bytes, key_length, args,
                                          count, buffer, capacity, &length);
    }
    PyObject *text = NULL;
    if (status == CALQUE_OK ||
        (status == CALQUE_MISSING_KEY && !fast->is_strict)) {
        text = text_from(buffer, length);
    }
    if (buffer != room) PyMem_Free(buffer);
    return text;
}

/* view(key, **variables) */
static PyObject *fast_call(PyObject *self, PyObject *const *args, size_t flags,
                           PyObject *names) {
    const Fast *fast = fast_of(self);
    Py_ssize_t given = PyVectorcall_NARGS(flags);
    Py_ssize_t count = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    if (fast->view != NULL && given == 1 && count <= MOST_ARGUMENTS) {
        calque_arg arguments[MOST_ARGUMENTS];
        Py_ssize_t at = 0;
        while (at < count &&
               set_name(&arguments[at], PyTuple_GET_ITEM(names, at)) &&
               set_value(&arguments[at], args[1 + at])) {
            at += 1;
        }
        if (at == count) {
            PyObject *text =
                translated(fast, args[0], arguments, (size_t)count);
            if (text != NULL || PyErr_Occurred()) return text;
        }
    }
    return ordinary(self, "__call__", args, given, names);
}

/* view.text(key) */
static PyObject *fast_text(PyObject *self, PyObject *key) {
    const Fast *fast = fast_of(self);
    size_t key_length = 0, length = 0;
    const char *bytes = fast->view == NULL ? NULL : bytes_of(key, &key_length);
    if (bytes == NULL) return ordinary(self, "text", &key, 1, NULL);
    const char *text =
        fast->library->text(fast->view, bytes, key_length, &length);
    if (text == NULL) Py_RETURN_NONE;
    return text_from(text, length);
}

static bool is_rows(PyObject *value) {
    return PyList_CheckExact(value) || PyTuple_CheckExact(value);
}

/* Of a list or tuple the one for a row, or the only one; else the value. */
static PyObject *row_of(PyObject *value, Py_ssize_t row) {
    if (!is_rows(value)) return value;
    return PySequence_Fast_GET_ITEM(
        value, PySequence_Fast_GET_SIZE(value) == 1 ? 0 : row);
}

/* Rows of a batch; 0 for none, too many, and numbers that do not fit. */
static Py_ssize_t rows_of(PyObject *keys, PyObject *const *columns,
                          Py_ssize_t count) {
    Py_ssize_t rows = is_rows(keys) ? PySequence_Fast_GET_SIZE(keys) : 1;
    for (Py_ssize_t at = 0; at < count; at += 1) {
        if (!is_rows(columns[at])) continue;
        Py_ssize_t values = PySequence_Fast_GET_SIZE(columns[at]);
        if (values == 1 || values == rows) continue;
        if (rows != 1 || is_rows(keys)) return 0;
        rows = values;
    }
    return rows <= MOST_ROWS ? rows : 0;
}

/* view.batch(keys, **columns) */
static PyObject *fast_batch(PyObject *self, PyObject *const *args,
                            Py_ssize_t given, PyObject *names) {
    Py_ssize_t count = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    calque_arg arguments[MOST_ARGUMENTS];
    bool fits = given == 1 && count <= MOST_ARGUMENTS;
    for (Py_ssize_t at = 0; at < count && fits; at += 1) {
        fits = set_name(&arguments[at], PyTuple_GET_ITEM(names, at));
    }
    Py_ssize_t rows = fits ? rows_of(args[0], args + 1, count) : 0;
    if (rows == 0) return ordinary(self, "batch", args, given, names);
    PyObject *texts = PyList_New(rows);
    if (texts == NULL) return NULL;
    /* Read behind the last call that may run other code: collecting garbage. */
    const Fast *fast = fast_of(self);
    for (Py_ssize_t row = 0; row < rows; row += 1) {
        PyObject *key = row_of(args[0], row), *text = NULL;
        fits = fast->view != NULL;
        for (Py_ssize_t at = 0; at < count && fits; at += 1) {
            fits = set_value(&arguments[at], row_of(args[1 + at], row));
        }
        if (fits) text = translated(fast, key, arguments, (size_t)count);
        if (text == NULL) {
            Py_DECREF(texts);
            if (PyErr_Occurred()) return NULL;
            return ordinary(self, "batch", args, given, names);
        }
        PyList_SET_ITEM(texts, row, text);
    }
    return texts;
}

/* view.close() */
static PyObject *fast_close(PyObject *self, PyObject *nothing) {
    (void)nothing;
    fast_of(self)->view = NULL;
    return ordinary(self, "close", NULL, 0, NULL);
}

static PyObject *fast_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    (void)args, (void)names;
    PyObject *self = type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    /* The type may be a subclass of the one that was made here. */
    PyTypeObject *made = type;
    while (made->tp_new != fast_new || made->tp_base->tp_new == fast_new) {
        made = made->tp_base;
    }
    Fast *fast = fast_of(self);
    fast->call = fast_call;
    fast->library = PyType_GetModuleState(made);
    fast->base = made->tp_base;
    return self;
}

/* Lets the class in Python open itself, and takes the address of its view. */
static int fast_init(PyObject *self, PyObject *args, PyObject *names) {
    Fast *fast = fast_of(self);
    PyObject *method = method_of(self, "__init__");
    if (method == NULL) return -1;
    PyObject *none = PyObject_Call(method, args, names);
    Py_DECREF(method);
    if (none == NULL) return -1;
    Py_DECREF(none);
    PyObject *strict = PyObject_GetAttrString(self, "_strict");
    int is_strict = strict == NULL ? -1 : PyObject_IsTrue(strict);
    Py_XDECREF(strict);
    if (is_strict < 0) return -1;
    PyObject *address = PyObject_GetAttrString(self, "_address");
    if (address == NULL) return -1;
    fast->is_strict = is_strict;
    fast->view = PyLong_AsVoidPtr(address);
    Py_DECREF(address);
    return PyErr_Occurred() ? -1 : 0;
}

static PyMethodDef fast_methods[] = {
    {"text", fast_text, METH_O, NULL},
    {"batch", (PyCFunction)(void (*)(void))fast_batch,
     METH_FASTCALL | METH_KEYWORDS, NULL},
    {"close", fast_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* view_type(base, address of try_translate, address of text) */
static PyObject *view_type(PyObject *module, PyObject *args) {
    PyTypeObject *base;
    PyObject *translate, *text;
    if (!PyArg_ParseTuple(args, "O!OO", &PyType_Type, &base, &translate,
                          &text)) {
        return NULL;
    }
    Library *library = PyModule_GetState(module);
    Py_ssize_t offset = base->tp_basicsize;
    if (library->translate != NULL || base->tp_itemsize != 0 ||
        (fast_offset != 0 && fast_offset != offset)) {
        PyErr_SetString(PyExc_RuntimeError, "views of two kinds");
        return NULL;
    }
    fast_offset = offset;
    *(void **)&library->translate = PyLong_AsVoidPtr(translate);
    *(void **)&library->text = PyLong_AsVoidPtr(text);
    if (PyErr_Occurred()) return NULL;
    PyMemberDef members[] = {
        {"__vectorcalloffset__", T_PYSSIZET,
         offset + (Py_ssize_t)offsetof(Fast, call), READONLY, NULL},
        {NULL, 0, 0, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, fast_new},       {Py_tp_init, fast_init},
        {Py_tp_call, PyVectorcall_Call}, {Py_tp_methods, fast_methods},
        {Py_tp_members, members},    {0, NULL},
    };
    PyType_Spec spec = {
        .name = "calque.view.View",
        .basicsize = (int)(offset + (Py_ssize_t)sizeof(Fast)),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
                 Py_TPFLAGS_HAVE_VECTORCALL,
        .slots = slots,
    };
    return PyType_FromModuleAndSpec(module, &spec, (PyObject *)base);
}

static int fast_exec(PyObject *module) {
    return PyModule_AddIntConstant(module, "VERSION", CALQUE_VERSION);
}

static PyMethodDef module_methods[] = {
    {"view_type", view_type, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, fast_exec},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_USED},
#endif
    {0, NULL},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_fast",
    .m_size = sizeof(Library),
    .m_methods = module_methods,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__fast(void) { return PyModuleDef_Init(&module); }

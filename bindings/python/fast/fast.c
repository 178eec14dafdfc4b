/*
 * calque._fast: the methods of views and translators without ctypes.
 *
 * accelerated() makes a subclass of a class that is written in Python. A call
 * that these methods cannot answer alone - because of options, unusual values,
 * callbacks, keys that are reported missing for the first time, errors - goes
 * to the method of the same name in that class, so both give the same answers.
 *
 * The functions of the library come as addresses: ctypes has loaded it. The
 * interpreter's lock, where there is one, is kept during calls, which never
 * wait and never call back. Where there is none, the library's own rules hold:
 * all objects that come here may be used by several threads.
 *
 * Code in Python can run wherever memory is collected and wherever a reference
 * is given up, the library's references to callbacks included. It may close the
 * object and empty lists of arguments. So a call holds the Reference of the C
 * object, and a batch holds the values of its row and reads no index unchecked.
 */
#include "documented.h"
#include "kind.h"

enum {
    MOST_ARGUMENTS = 16,
    ROOM = 512,
    /* Rows of a batch, after which other threads may run. */
    SLICE = 1 << 14,
    KINDS = 2,
    METHODS = 3
};

typedef struct {
    Kind kinds[KINDS];
    /* The methods of each kind, with the docstrings of its class in Python. */
    PyMethodDef methods[KINDS][METHODS];
    int count;
} State;

/* Behind the slots of the class in Python. */
typedef struct {
    vectorcallfunc call;
    const Kind *kind;
} Fast;

static Fast *fast_of(PyObject *self) {
    return (Fast *)(void *)((char *)self + Py_TYPE(self)->tp_vectorcall_offset);
}

/* The method of the class in Python. */
static PyObject *ordinary(PyObject *self, const char *name,
                          PyObject *const *args, Py_ssize_t count,
                          PyObject *names) {
    PyTypeObject *base = fast_of(self)->kind->base;
    PyObject *function = PyObject_GetAttrString((PyObject *)base, name);
    if (function == NULL) return NULL;
    PyObject *method = PyMethod_New(function, self);
    Py_DECREF(function);
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

/* Whether a missing key needs nothing but its text: it was reported before. */
static bool is_reported(PyObject *self, const Kind *kind, PyObject *key) {
    PyObject *reported = slot(self, kind->reported);
    int is_in = 0;
    if (reported != NULL && PySet_CheckExact(reported) &&
        PyUnicode_CheckExact(key)) {
        is_in = PySet_Contains(reported, key);
        if (is_in < 0) PyErr_Clear();
    }
    Py_XDECREF(reported);
    return is_in == 1;
}

/* The text of a call; NULL, with an exception or without, when it has none. */
static PyObject *translated(PyObject *self, const Kind *kind,
                            const void *target, PyObject *key,
                            const calque_arg *args, size_t count) {
    char room[ROOM], *buffer = room;
    size_t capacity = sizeof room, length = 0, key_length = 0;
    const char *bytes = bytes_of(key, &key_length);
    if (bytes == NULL) return NULL;
    if (count == 0 && kind->text != NULL) {
        /* Most texts have no variables: they need not be copied first. */
        const char *text = kind->text(target, bytes, key_length, &length);
        if (text != NULL) return text_from(text, length);
    }
    calque_status status = kind->translate(target, bytes, key_length, args,
                                           count, buffer, capacity, &length);
    /* A translator may change between two calls: its text may grow again. */
    while (status == CALQUE_TRUNCATED) {
        if (buffer != room) PyMem_Free(buffer);
        capacity = length + 1;
        buffer = PyMem_Malloc(capacity);
        if (buffer == NULL) return PyErr_NoMemory();
        status = kind->translate(target, bytes, key_length, args, count, buffer,
                                 capacity, &length);
    }
    PyObject *text = NULL;
    if (status == CALQUE_OK ||
        (status == CALQUE_MISSING_KEY && is_reported(self, kind, key))) {
        text = text_from(buffer, length);
    }
    if (buffer != room) PyMem_Free(buffer);
    return text;
}

/* The second argument of a call as the first of the library: a default text.
 * False for anything else but None. */
static bool set_default(calque_arg *arg, Py_ssize_t *set, PyObject *value) {
    if (value == Py_None) return true;
    memset(arg, 0, sizeof *arg);
    arg->name = "defaultValue";
    arg->name_length = CALQUE_NTS;
    *set = 1;
    return PyUnicode_CheckExact(value) && set_value(arg, value);
}

/* The language of the current context as an argument that `held` keeps, if
 * there is one; false when the call needs Python, with an exception or without.
 */
static bool set_language(PyObject *self, const Kind *kind, calque_arg *arg,
                         PyObject **held) {
    PyObject *variable = kind->language < 0 ? NULL : slot(self, kind->language);
    int outcome = 0;
    if (variable != NULL && PyContextVar_CheckExact(variable)) {
        outcome = PyContextVar_Get(variable, NULL, held);
    }
    Py_XDECREF(variable);
    if (outcome < 0) return false;
    if (*held == NULL || *held == Py_None) return true;
    PyObject *format = slot(self, kind->format);
    bool is_ios = format != NULL && PyLong_Check(format) &&
                  PyLong_AsLong(format) == CALQUE_FORMAT_IOS;
    Py_XDECREF(format);
    memset(arg, 0, sizeof *arg);
    arg->name = is_ios ? "lang" : "lng";
    arg->name_length = CALQUE_NTS;
    /* Anything else but a str needs Python, which raises. */
    return PyUnicode_CheckExact(*held) && set_value(arg, *held);
}

/* Keywords as arguments behind the first `set`; -1 when one needs Python. */
static Py_ssize_t set_variables(calque_arg *arguments, Py_ssize_t set,
                                PyObject *names, PyObject *const *values) {
    Py_ssize_t count = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    if (set + count > MOST_ARGUMENTS) return -1;
    for (Py_ssize_t at = 0; at < count; at += 1) {
        calque_arg *arg = &arguments[set + at];
        if (!set_name(arg, PyTuple_GET_ITEM(names, at)) ||
            !set_value(arg, values[at])) {
            return -1;
        }
        /* A keyword goes before what is there already, which Python sees to. */
        for (Py_ssize_t other = 0; other < set; other += 1) {
            if (strlen(arguments[other].name) == arg->name_length &&
                memcmp(arguments[other].name, arg->name, arg->name_length) ==
                    0) {
                return -1;
            }
        }
    }
    return set + count;
}

/* One call; NULL, with an exception or without, when it has no text. */
static PyObject *attempted(PyObject *self, PyObject *const *args,
                           Py_ssize_t given, PyObject *names) {
    const Kind *kind = fast_of(self)->kind;
    calque_arg arguments[MOST_ARGUMENTS];
    Py_ssize_t count = 0;
    if (given != 1 &&
        (given != 2 || !set_default(&arguments[0], &count, args[1]))) {
        return NULL;
    }
    PyObject *reference = reference_of(self, kind), *language = NULL;
    const void *target = reference == NULL ? NULL : target_of(reference, kind);
    PyObject *text = NULL;
    if (target != NULL &&
        set_language(self, kind, &arguments[count], &language)) {
        if (language != NULL && language != Py_None) count += 1;
        count = set_variables(arguments, count, names, args + given);
        if (count >= 0) {
            text = translated(self, kind, target, args[0], arguments,
                              (size_t)count);
        }
    }
    Py_XDECREF(language);
    Py_XDECREF(reference);
    return text;
}

/* view(key, **variables), translator(key, **variables) */
static PyObject *fast_call(PyObject *self, PyObject *const *args, size_t flags,
                           PyObject *names) {
    Py_ssize_t given = PyVectorcall_NARGS(flags);
    PyObject *text = attempted(self, args, given, names);
    if (text != NULL || PyErr_Occurred()) return text;
    return ordinary(self, "__call__", args, given, names);
}

/* translator.t(key, **variables) */
static PyObject *fast_t(PyObject *self, PyObject *const *args, Py_ssize_t given,
                        PyObject *names) {
    PyObject *text = attempted(self, args, given, names);
    if (text != NULL || PyErr_Occurred()) return text;
    return ordinary(self, "t", args, given, names);
}

/* view.text(key) */
static PyObject *fast_text(PyObject *self, PyObject *key) {
    const Kind *kind = fast_of(self)->kind;
    size_t key_length = 0, length = 0;
    PyObject *reference = reference_of(self, kind);
    const char *bytes = reference == NULL ? NULL : bytes_of(key, &key_length);
    const void *target = bytes == NULL ? NULL : target_of(reference, kind);
    if (target == NULL) {
        Py_XDECREF(reference);
        return ordinary(self, "text", &key, 1, NULL);
    }
    const char *text = kind->text(target, bytes, key_length, &length);
    PyObject *found =
        text == NULL ? Py_NewRef(Py_None) : text_from(text, length);
    Py_DECREF(reference);
    return found;
}

static bool is_rows(PyObject *value) {
    return PyList_CheckExact(value) || PyTuple_CheckExact(value);
}

/* Of a list or tuple the value for a row, or the only one; else the value.
 * NULL when a list has become too short meanwhile. */
static PyObject *row_of(PyObject *value, Py_ssize_t row) {
    if (!is_rows(value)) return Py_NewRef(value);
    PyObject *item = NULL;
    Py_BEGIN_CRITICAL_SECTION(value);
    Py_ssize_t size = PySequence_Fast_GET_SIZE(value);
    Py_ssize_t at = size == 1 ? 0 : row;
    if (at < size) item = Py_NewRef(PySequence_Fast_GET_ITEM(value, at));
    Py_END_CRITICAL_SECTION();
    return item;
}

/* Rows of a batch; 0 for none, and for numbers that do not fit. */
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
    return rows;
}

/* A batch: what its rows are read from. */
typedef struct {
    PyObject *self;
    PyObject *const *args;
    /* Arguments of a row, without their values. */
    calque_arg names[MOST_ARGUMENTS];
    Py_ssize_t count;
} Batch;

/* The text of a row; NULL, with an exception or without, when it has none. */
static PyObject *row_text(const Batch *batch, Py_ssize_t row) {
    const Kind *kind = fast_of(batch->self)->kind;
    PyObject *held[MOST_ARGUMENTS], *text = NULL;
    calque_arg arguments[MOST_ARGUMENTS];
    Py_ssize_t at = 0, holds = 0;
    for (; at < batch->count; at += 1) {
        PyObject *value = row_of(batch->args[1 + at], row);
        if (value == NULL) break;
        held[holds++] = value;
        arguments[at] = batch->names[at];
        if (!set_value(&arguments[at], value)) break;
    }
    PyObject *key = at == batch->count ? row_of(batch->args[0], row) : NULL;
    PyObject *reference = reference_of(batch->self, kind);
    if (key != NULL && reference != NULL) {
        const void *target = target_of(reference, kind);
        if (target != NULL) {
            text = translated(batch->self, kind, target, key, arguments,
                              (size_t)at);
        }
    }
    Py_XDECREF(reference);
    Py_XDECREF(key);
    while (holds > 0)
        Py_DECREF(held[--holds]);
    return text;
}

/* view.batch(keys, **columns) */
static PyObject *fast_batch(PyObject *self, PyObject *const *args,
                            Py_ssize_t given, PyObject *names) {
    Batch batch = {.self = self, .args = args};
    batch.count = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    bool fits = given == 1 && batch.count <= MOST_ARGUMENTS;
    for (Py_ssize_t at = 0; at < batch.count && fits; at += 1) {
        fits = set_name(&batch.names[at], PyTuple_GET_ITEM(names, at));
    }
    Py_ssize_t rows = fits ? rows_of(args[0], args + 1, batch.count) : 0;
    PyObject *texts = rows == 0 ? NULL : PyList_New(rows);
    for (Py_ssize_t row = 0; row < rows && texts != NULL; row += 1) {
        if (row % SLICE == SLICE - 1) {
            Py_BEGIN_ALLOW_THREADS Py_END_ALLOW_THREADS
        }
        PyObject *text = row_text(&batch, row);
        if (text == NULL) {
            Py_CLEAR(texts);
        } else {
            PyList_SET_ITEM(texts, row, text);
        }
    }
    if (texts != NULL || PyErr_Occurred()) return texts;
    return ordinary(self, "batch", args, given, names);
}

static PyObject *fast_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    (void)args, (void)names;
    /* The type may be a subclass of the one that was made here. */
    PyTypeObject *made = type;
    while (made->tp_new != fast_new || made->tp_base->tp_new == fast_new) {
        made = made->tp_base;
    }
    const State *state = PyType_GetModuleState(made);
    PyObject *self = state == NULL ? NULL : type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    Fast *fast = fast_of(self);
    fast->call = fast_call;
    fast->kind = state->kinds;
    while (fast->kind->base != made->tp_base)
        fast->kind += 1;
    return self;
}

/* The signatures are those of the classes in Python, whose docstrings follow.
 */
static const PyMethodDef view_methods[METHODS] = {
    {"text", fast_text, METH_O, "($self, key, /)"},
    {"batch", (PyCFunction)(void (*)(void))fast_batch,
     METH_FASTCALL | METH_KEYWORDS, "($self, keys, /, **columns)"},
};

static const PyMethodDef translator_methods[METHODS] = {
    {"t", (PyCFunction)(void (*)(void))fast_t, METH_FASTCALL | METH_KEYWORDS,
     "($self, keys, options=None, /, **variables)"},
};

/* Fills the next kind: false with an exception when the class is not as it
 * should be. */
static bool add_kind(State *state, PyTypeObject *base, PyTypeObject *reference,
                     PyObject *translate, PyObject *text) {
    if (state->count == KINDS || base->tp_itemsize != 0) {
        PyErr_SetString(PyExc_RuntimeError, "a class of an unknown kind");
        return false;
    }
    Kind *kind = &state->kinds[state->count];
    kind->base = base;
    kind->reference_type = reference;
    kind->reference = slot_of(base, "_open_reference");
    kind->reported = slot_of(base, "_reported");
    kind->address = slot_of(reference, "address");
    bool is_translator = text == Py_None;
    kind->language = is_translator ? slot_of(base, "_language") : -1;
    kind->format = is_translator ? slot_of(base, "_format") : -1;
    *(void **)&kind->translate = PyLong_AsVoidPtr(translate);
    *(void **)&kind->text = text == Py_None ? NULL : PyLong_AsVoidPtr(text);
    if (PyErr_Occurred() ||
        !add_methods(state->methods[state->count], base,
                     is_translator ? translator_methods : view_methods)) {
        return false;
    }
    state->count += 1;
    return true;
}

/* accelerated(base, Reference, address of translate, address of text or None)
 */
static PyObject *accelerated(PyObject *module, PyObject *args) {
    PyTypeObject *base, *reference;
    PyObject *translate, *text;
    State *state = PyModule_GetState(module);
    if (!PyArg_ParseTuple(args, "O!O!OO", &PyType_Type, &base, &PyType_Type,
                          &reference, &translate, &text) ||
        !add_kind(state, base, reference, translate, text)) {
        return NULL;
    }
    Py_ssize_t offset = base->tp_basicsize;
    PyMemberDef members[] = {
        {"__vectorcalloffset__", T_PYSSIZET,
         offset + (Py_ssize_t)offsetof(Fast, call), READONLY, NULL},
        {NULL, 0, 0, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, fast_new},
        {Py_tp_call, PyVectorcall_Call},
        {Py_tp_methods, state->methods[state->count - 1]},
        {Py_tp_members, members},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = text == Py_None ? "calque.translator.Translator"
                                : "calque.view.View",
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

static void fast_free(void *module) {
    State *state = PyModule_GetState(module);
    for (int kind = 0; state != NULL && kind < KINDS; kind += 1) {
        for (int at = 0; at < METHODS; at += 1) {
            PyMem_Free((void *)(uintptr_t)state->methods[kind][at].ml_doc);
        }
    }
}

static PyMethodDef module_methods[] = {
    {"accelerated", accelerated, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, fast_exec},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,   .m_name = "_fast",
    .m_size = sizeof(State), .m_methods = module_methods,
    .m_slots = module_slots, .m_free = fast_free,
};

PyMODINIT_FUNC PyInit__fast(void) { return PyModuleDef_Init(&module); }

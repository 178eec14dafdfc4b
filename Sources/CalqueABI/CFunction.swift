/// The C functions by their names: what each does once its arguments are read and checked.
///
/// `tools/generators/generate_functions.py` writes the functions that C calls. The types of parameters say how
/// arguments are read: `Text` must be there and be UTF-8, `Text?` may be NULL, `Bytes` are not checked,
/// `HostContext` is user data with the function that frees it. A result goes to the output; nil and
/// false are `CALQUE_NOT_FOUND`. A function without a status returns 0 for arguments that are wrong.
enum CFunction {}

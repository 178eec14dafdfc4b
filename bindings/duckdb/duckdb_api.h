/* The part of DuckDB's C extension API v1.2.0 that the extension uses.
 *
 * DuckDB gives an extension a table of functions whose places do not change
 * within v1; those between have no names here. All handles are pointers. */
#ifndef CALQUE_DUCKDB_API_H
#define CALQUE_DUCKDB_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DUCKDB_API_VERSION "v1.2.0"

typedef void (*duckdb_gap)(void);
typedef void (*duckdb_function)(void *info, void *chunk, void *result);

struct duckdb_api {
    duckdb_gap gap_0[3];
    int (*connect)(void *database, void **connection);
    duckdb_gap gap_4[2];
    void (*disconnect)(void **connection);
    duckdb_gap gap_7[18];
    void (*free)(void *memory);
    duckdb_gap gap_26[130];
    void *(*create_logical_type)(uint32_t type);
    duckdb_gap gap_157[9];
    uint32_t (*get_type_id)(void *type);
    duckdb_gap gap_167[11];
    uint64_t (*struct_type_child_count)(void *type);
    char *(*struct_type_child_name)(void *type, uint64_t index);
    void *(*struct_type_child_type)(void *type, uint64_t index);
    duckdb_gap gap_181[3];
    void (*destroy_logical_type)(void **type);
    duckdb_gap gap_185[4];
    uint64_t (*data_chunk_get_column_count)(void *chunk);
    void *(*data_chunk_get_vector)(void *chunk, uint64_t column);
    uint64_t (*data_chunk_get_size)(void *chunk);
    duckdb_gap gap_192;
    void *(*vector_get_column_type)(void *vector);
    void *(*vector_get_data)(void *vector);
    uint64_t *(*vector_get_validity)(void *vector);
    void (*vector_ensure_validity_writable)(void *vector);
    duckdb_gap gap_197;
    void (*vector_assign_string_element_len)(void *vector, uint64_t index,
                                             const char *text, uint64_t length);
    duckdb_gap gap_199[4];
    void *(*struct_vector_get_child)(void *vector, uint64_t index);
    duckdb_gap gap_204[5];
    void *(*create_scalar_function)(void);
    void (*destroy_scalar_function)(void **function);
    void (*scalar_function_set_name)(void *function, const char *name);
    void (*scalar_function_set_varargs)(void *function, void *type);
    void (*scalar_function_set_special_handling)(void *function);
    void (*scalar_function_set_volatile)(void *function);
    void (*scalar_function_add_parameter)(void *function, void *type);
    void (*scalar_function_set_return_type)(void *function, void *type);
    void (*scalar_function_set_extra_info)(void *function, void *info,
                                           void (*destroy)(void *));
    void (*scalar_function_set_function)(void *function, duckdb_function body);
    int (*register_scalar_function)(void *connection, void *function);
    void *(*scalar_function_get_extra_info)(void *info);
    void (*scalar_function_set_error)(void *info, const char *error);
};

_Static_assert(offsetof(struct duckdb_api, scalar_function_set_error) ==
                   221 * sizeof(duckdb_gap),
               "a gap has another size");

struct duckdb_access {
    void (*set_error)(void *info, const char *error);
    void **(*get_database)(void *info);
    const void *(*get_api)(void *info, const char *version);
};

/* A text in a vector: up to 12 bytes lie in `bytes`; of a longer one the first
 * four do, and then its address. */
struct duckdb_text {
    uint32_t length;
    char bytes[12];
};

enum {
    DUCKDB_INLINE = 12,
    DUCKDB_VARCHAR = 17,
    DUCKDB_STRUCT = 25,
    DUCKDB_ANY = 34
};

#endif

"""C: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols


def test_functions_and_values() -> None:
    """A definition replaces its declarations; variables of a function are no symbols."""
    text = r"""
    #ifndef STORE_H
    #define STORE_H
    #define LIMIT 16
    #define EACH(item, list) \
      for (item = list; item; item = item->next)

    static int grow(store_t *store);

    /* Opens a store. */
    store_t *store_open(const char *path, int flags);

    static int used = 0, spare;
    const char *const names[] = {"a", "b"};
    int (*on_error)(int code);

    // Doubles the room.
    static int grow(store_t *store) {
      int room = store->room * 2;
      int helper(void);
      return room;
    }

    static inline char **rows(void) { return NULL; }

    TEST(grows) {
      grow(0);
    }
    #endif
    """
    assert symbols("a.c", text) == expected(r"""
        Constant LIMIT | #define LIMIT 16
        Function EACH | #define EACH(item, list)
        Function store_open | store_t *store_open(const char *path, int flags) | "Opens a store."
        Variable used | static int used = 0, spare | (hidden)
        Variable spare | static int used = 0, spare | (hidden)
        Variable names | const char *const names[] = {"a", "b"}
        Variable on_error | int (*on_error)(int code)
        Function grow | static int grow(store_t *store) | (hidden) "Doubles the room."
        Function rows | static inline char **rows(void)
        Function grows | TEST(grows)
    """)


def test_types() -> None:
    """Structures, unions, enumerations and typedefs; a type and its typedef of the same name are one."""
    text = """
    /** One entry. */
    struct entry {
      char *key, *value; /* owned */
      unsigned char hash[16];
      union {
        int number;
        void *pointer;
      } data;
      int (*compare)(struct entry *, struct entry *);
    };

    typedef struct entry entry_t;
    typedef struct {
      int x;
    } point;
    typedef struct list {
      struct list *next;
    } list;
    typedef enum kind { KIND_A = 1, KIND_B } kind_t;
    typedef unsigned int size;
    typedef void (*callback)(entry_t *entry, int status);
    enum { ALONE };
    """
    assert symbols("a.c", text) == expected("""
        Struct entry | struct entry | "One entry."
        Field entry.key | char *key, *value
        Field entry.value | char *key, *value
        Field entry.hash | unsigned char hash[16]
        Field entry.data | union { int number; void *pointer; } data
        Field entry.number | int number
        Field entry.pointer | void *pointer
        Field entry.compare | int (*compare)(struct entry *, struct entry *)
        Interface entry_t | typedef struct entry entry_t
        Struct point | typedef struct point
        Field point.x | int x
        Struct list | typedef struct list list
        Field list.next | struct list *next
        Enum kind | typedef enum kind
        Enum kind_t | typedef enum kind kind_t
        EnumMember kind_t.KIND_A | KIND_A = 1
        EnumMember kind_t.KIND_B | KIND_B
        Interface size | typedef unsigned int size
        Interface callback | typedef void (*callback)(entry_t *entry, int status)
        EnumMember ALONE | ALONE
    """)


def test_includes_bring_all_names() -> None:
    """An included file is named as written."""
    text = """
    #include <stdio.h>
    #include "store/store.h"
    """
    assert imports("a.c", text) == expected("""
        stdio.h *
        store/store.h *
    """)


def test_references() -> None:
    """Calls, types and reads of globals; neither parameters, variables nor the names in declarations."""
    text = """
    #define LIMIT 16
    static int used;
    static int grow(store_t *store);
    static int grow(store_t *store) {
      struct entry *first = store->first;
      entry_t copy = *(entry_t *) first;
      if (used > LIMIT) return FAILED;
      store->log("x");
      (*on_error)(used);
      return resize(store, sizeof(struct entry), &copy);
    }
    """
    assert references("a.c", text) == expected("""
        type store_t in -
        type store_t in grow
        type entry in grow
        read {store_t}.first in grow
        type entry_t in grow
        type entry_t in grow
        read used in grow
        read LIMIT in grow
        read FAILED in grow
        call {store_t}.log in grow
        call on_error in grow
        read used in grow
        call resize in grow
        type entry in grow
    """)

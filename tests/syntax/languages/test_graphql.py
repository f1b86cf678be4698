"""GraphQL: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

TYPES = '''
"""
A user.
"""
type User implements Node & Named @key(fields: "id") {
  "Its id."
  id: ID!
  posts(first: Int!, by: Order): [Post!]!
}
interface Node { id: ID }
# How to sort.
enum Order { ASC DESC }
input NewUser { name: String = "x" order: Order }
union Result = User | Post
scalar Date
directive @key(fields: String) on OBJECT
extend type User { since: Date }
query Users($first: Int) { users(first: $first) { ...Parts } }
fragment Parts on User { id }
'''


def test_types_with_fields_operations_and_fragments() -> None:
    """Descriptions document; an extension adds to its type."""
    assert symbols("a.graphql", TYPES) == expected("""
        Class User | type User implements Node & Named @key(fields: "id") | implements Node, Named "A user."
        Field User.id | id: ID! | "Its id."
        Field User.posts | posts(first: Int!, by: Order): [Post!]!
        Interface Node | interface Node
        Field Node.id | id: ID
        Enum Order | enum Order | "How to sort."
        EnumMember Order.ASC | ASC
        EnumMember Order.DESC | DESC
        Struct NewUser | input NewUser
        Field NewUser.name | name: String = "x"
        Field NewUser.order | order: Order
        Interface Result | union Result = User | Post
        Struct Date | scalar Date
        Function key | directive @key(fields: String) on OBJECT
        Field User.since | since: Date
        Function Users | query Users($first: Int)
        Function Parts | fragment Parts on User
    """)


def test_types_are_used() -> None:
    """Built-in scalars are not references."""
    assert references("a.graphql", TYPES) == expected("""
        implements Node in User
        implements Named in User
        decorates key in User
        type Order in User.posts
        type Post in User.posts
        type Order in NewUser.order
        type User in Result
        type Post in Result
        type Date in User.since
        call Parts in Users
        type User in Parts
    """)

"""SQL: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

SCHEMA = """
-- People who may log in.
CREATE TABLE app.users (
  id INT PRIMARY KEY,
  org_id INT REFERENCES orgs(id),
  state mood NOT NULL,
  FOREIGN KEY (org_id) REFERENCES orgs (id)
);
CREATE OR REPLACE VIEW active AS SELECT u.id, total(u.id) FROM users u JOIN orgs o ON o.id = u.org_id;
CREATE FUNCTION total(a INT) RETURNS INT AS $$ SELECT count(*) FROM orders $$ LANGUAGE sql;
CREATE INDEX by_org ON users (org_id);
CREATE TYPE mood AS ENUM ('sad', 'glad');
INSERT INTO users (id) VALUES (1);
UPDATE users SET id = 2 WHERE id = 1;
DELETE FROM users;
ALTER TABLE users ADD COLUMN x INT;
CREATE TRIGGER stamp BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION touch();
WITH recent AS (SELECT 1 FROM logs) SELECT * FROM recent;
DROP TABLE old_users;
"""


def test_tables_views_and_functions() -> None:
    """With their columns and values."""
    assert symbols("a.sql", SCHEMA) == expected("""
        Struct users | CREATE TABLE app.users | "People who may log in."
        Field users.id | id INT PRIMARY KEY
        Field users.org_id | org_id INT REFERENCES orgs(id)
        Field users.state | state mood NOT NULL
        Struct active | CREATE OR REPLACE VIEW active AS
        Function total | CREATE FUNCTION total(a INT) RETURNS INT
        Variable by_org | CREATE INDEX by_org ON users (org_id)
        Enum mood | CREATE TYPE mood AS ENUM
        EnumMember mood.sad | 'sad'
        EnumMember mood.glad | 'glad'
        Event stamp | CREATE TRIGGER stamp BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION touch()
    """)


def test_tables_are_used() -> None:
    """By queries, changes, keys and triggers."""
    assert references("a.sql", SCHEMA) == expected("""
        type orgs in users.org_id
        type orgs in users
        call total in active
        type users in active
        type orgs in active
        call count in total
        type orders in total
        type users in by_org
        type users in -
        type users in -
        type users in -
        type users in -
        type users in stamp
        call touch in stamp
        type logs in -
        type recent in -
        type old_users in -
    """)

-- Rows of the shared cache. `id` and `data` are opaque: see ctx_lsp/sharing/row_codec.py. Roles: roles.sql.

DO $$
BEGIN
    -- A writer looks up what it has stored. The groups may have been made for another database, by a role that alone
    -- can grant them.
    IF NOT pg_has_role('ctx_lsp_writer', 'ctx_lsp_reader', 'USAGE') THEN
        GRANT ctx_lsp_reader TO ctx_lsp_writer;
    END IF;
END
$$;

CREATE TABLE ctx_lsp.shared_rows (
    id bytea NOT NULL CHECK (length(id) = 16),
    publisher name NOT NULL DEFAULT current_user,
    data bytea NOT NULL CHECK (length(data) < 70000000),
    published date NOT NULL DEFAULT current_date,
    PRIMARY KEY (id, publisher)
);

ALTER TABLE ctx_lsp.shared_rows ALTER COLUMN data SET STORAGE EXTERNAL; -- it is encrypted, so it cannot be compressed

CREATE INDEX shared_rows_published ON ctx_lsp.shared_rows USING brin (published);

ALTER TABLE ctx_lsp.shared_rows ENABLE ROW LEVEL SECURITY;

CREATE POLICY everything_is_read ON ctx_lsp.shared_rows FOR SELECT USING (true);
CREATE POLICY own_rows_are_added ON ctx_lsp.shared_rows FOR INSERT WITH CHECK (publisher = current_user);
CREATE POLICY own_rows_are_changed ON ctx_lsp.shared_rows FOR UPDATE
    USING (publisher = current_user) WITH CHECK (publisher = current_user);
CREATE POLICY own_rows_are_deleted ON ctx_lsp.shared_rows FOR DELETE USING (publisher = current_user);

REVOKE ALL ON SCHEMA ctx_lsp FROM PUBLIC;
GRANT USAGE ON SCHEMA ctx_lsp TO ctx_lsp_reader;
GRANT SELECT ON ctx_lsp.migrations, ctx_lsp.shared_rows TO ctx_lsp_reader;
GRANT INSERT, UPDATE, DELETE ON ctx_lsp.shared_rows TO ctx_lsp_writer;

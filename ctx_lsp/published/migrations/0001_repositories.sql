-- Indexes of repositories for search from other machines: see ctx_lsp/published. Needs pgvector 0.8 or later.
-- Roles: ctx_lsp/sharing/roles.sql.

DO $$
DECLARE
    version text := coalesce(
        (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
        (SELECT default_version FROM pg_available_extensions WHERE name = 'vector')
    );
BEGIN
    IF version IS NULL THEN
        RAISE EXCEPTION 'the server has no pgvector, and search across repositories needs version 0.8 or later of it';
    ELSIF (string_to_array(version, '.'))[1:2]::integer[] < ARRAY[0, 8] THEN
        RAISE EXCEPTION 'the database has pgvector %, and needs 0.8 or later (ALTER EXTENSION vector UPDATE)', version;
    END IF;
    CREATE EXTENSION IF NOT EXISTS vector;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'a superuser must first run CREATE EXTENSION vector in this database';
END
$$;

CREATE TABLE ctx_lsp.repositories (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
    revision text NOT NULL,
    form integer NOT NULL, -- version of the terms and figures
    model text NOT NULL, -- whose vectors these are; empty if there are none
    chunks integer NOT NULL CHECK (chunks BETWEEN 0 AND 2000000), -- readers have an array of them
    readers name[] NOT NULL,
    listed boolean NOT NULL, -- whether those who may not read it see its name
    publisher name NOT NULL DEFAULT current_user,
    published timestamptz NOT NULL DEFAULT now()
);

-- Vectors and postings, which are most of the bytes, have a fixed number of partitions by repository: one repository is
-- in one of them, and a search of all of them visits eight graphs, not one for each repository. The other tables are only
-- read by key, so partitions would cost planning and save nothing.
CREATE TABLE ctx_lsp.published_files (
    repository integer NOT NULL, path text NOT NULL, language text NOT NULL, role text NOT NULL,
    text bytea, -- null: not published
    PRIMARY KEY (repository, path)
);
CREATE TABLE ctx_lsp.published_units (
    repository integer NOT NULL, number integer NOT NULL, path text NOT NULL, symbol text NOT NULL, name text NOT NULL,
    kind text NOT NULL, signature text NOT NULL, language text NOT NULL, role text NOT NULL, is_test boolean NOT NULL,
    first_line integer NOT NULL, last_line integer NOT NULL,
    callable real NOT NULL, extent real NOT NULL, centrality real NOT NULL,
    PRIMARY KEY (repository, number)
);
CREATE TABLE ctx_lsp.published_chunks (
    repository integer NOT NULL, number integer NOT NULL, units integer[] NOT NULL, own integer NOT NULL, key bytea,
    PRIMARY KEY (repository, number)
);
CREATE TABLE ctx_lsp.published_vectors (
    repository integer NOT NULL, key bytea NOT NULL, embedding halfvec(384) NOT NULL,
    PRIMARY KEY (repository, key)
) PARTITION BY HASH (repository);
CREATE TABLE ctx_lsp.published_postings (
    repository integer NOT NULL, term text NOT NULL, rows bytea NOT NULL, impacts bytea NOT NULL,
    PRIMARY KEY (term, repository)
) PARTITION BY HASH (repository);

DO $$
DECLARE
    kind text;
BEGIN
    FOREACH kind IN ARRAY ARRAY['vectors', 'postings'] LOOP
        FOR part IN 0..7 LOOP
            EXECUTE format(
                'CREATE TABLE ctx_lsp.published_%1$s_%2$s PARTITION OF ctx_lsp.published_%1$s '
                'FOR VALUES WITH (MODULUS 8, REMAINDER %2$s)', kind, part);
        END LOOP;
    END LOOP;
END
$$;

CREATE INDEX published_units_name ON ctx_lsp.published_units (name, repository);
CREATE INDEX published_chunks_key ON ctx_lsp.published_chunks (repository, key);
CREATE INDEX published_vectors_near ON ctx_lsp.published_vectors USING hnsw (embedding halfvec_cosine_ops);

ALTER TABLE ctx_lsp.repositories ENABLE ROW LEVEL SECURITY;
CREATE POLICY readers_see ON ctx_lsp.repositories FOR SELECT USING (
    publisher = current_user
    OR EXISTS (
        SELECT FROM pg_roles WHERE rolname = ANY (readers) AND pg_has_role(current_user, pg_roles.oid, 'USAGE')
    )
);
CREATE POLICY own_are_added ON ctx_lsp.repositories FOR INSERT WITH CHECK (publisher = current_user);
CREATE POLICY own_are_changed ON ctx_lsp.repositories FOR UPDATE
    USING (publisher = current_user) WITH CHECK (publisher = current_user);
CREATE POLICY own_are_deleted ON ctx_lsp.repositories FOR DELETE USING (publisher = current_user);

DO $$
DECLARE
    kind text;
    visible CONSTANT text := 'repository IN (SELECT id FROM ctx_lsp.repositories)';
    own CONSTANT text := 'repository IN (SELECT id FROM ctx_lsp.repositories WHERE publisher = current_user)';
BEGIN
    FOREACH kind IN ARRAY ARRAY['files', 'units', 'chunks', 'vectors', 'postings'] LOOP
        EXECUTE format('ALTER TABLE ctx_lsp.published_%s ENABLE ROW LEVEL SECURITY', kind);
        EXECUTE format('CREATE POLICY readers_see ON ctx_lsp.published_%s FOR SELECT USING (%s)', kind, visible);
        EXECUTE format('CREATE POLICY own_are_added ON ctx_lsp.published_%s FOR INSERT WITH CHECK (%s)', kind, own);
        EXECUTE format('CREATE POLICY own_are_deleted ON ctx_lsp.published_%s FOR DELETE USING (%s)', kind, own);
        EXECUTE format('GRANT SELECT ON ctx_lsp.published_%s TO ctx_lsp_reader, ctx_lsp_publisher', kind);
        EXECUTE format('GRANT INSERT, DELETE ON ctx_lsp.published_%s TO ctx_lsp_publisher', kind);
    END LOOP;
END
$$;

-- Names of repositories that this role may not read, so that an answer can say what it lacks.
CREATE FUNCTION ctx_lsp.listed_repositories() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT name FROM ctx_lsp.repositories WHERE listed';

REVOKE ALL ON SCHEMA ctx_lsp FROM PUBLIC;
REVOKE ALL ON FUNCTION ctx_lsp.listed_repositories() FROM PUBLIC;
GRANT USAGE ON SCHEMA ctx_lsp TO ctx_lsp_reader, ctx_lsp_publisher;
GRANT SELECT ON ctx_lsp.repository_migrations, ctx_lsp.repositories TO ctx_lsp_reader, ctx_lsp_publisher;
GRANT INSERT, UPDATE, DELETE ON ctx_lsp.repositories TO ctx_lsp_publisher;
GRANT EXECUTE ON FUNCTION ctx_lsp.listed_repositories() TO ctx_lsp_reader, ctx_lsp_publisher;

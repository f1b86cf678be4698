-- Packages that a repository provides, what their modules export, and releases, which stand beside the current state.

-- A release is another version of a repository under the same name: definitions lead to it, and no search asks it.
ALTER TABLE ctx_lsp.repositories ADD COLUMN release text NOT NULL DEFAULT '' CHECK (length(release) <= 200);
ALTER TABLE ctx_lsp.repositories DROP CONSTRAINT repositories_name_key;
ALTER TABLE ctx_lsp.repositories ADD CONSTRAINT repositories_name_release_key UNIQUE (name, release);
ALTER TABLE ctx_lsp.published_units ADD COLUMN name_line integer; -- null: published before this migration

CREATE TABLE ctx_lsp.published_packages (
    repository integer NOT NULL, number integer NOT NULL, ecosystem text NOT NULL, name text NOT NULL,
    version text NOT NULL, -- empty: unknown
    tagged boolean NOT NULL, -- whether a tag of the published commit names the version
    PRIMARY KEY (repository, number)
);
CREATE TABLE ctx_lsp.published_exports (
    repository integer NOT NULL, package integer NOT NULL, module text NOT NULL,
    name text NOT NULL, -- empty: the module itself
    path text NOT NULL,
    symbol text NOT NULL, -- empty: the whole file
    PRIMARY KEY (module, name, repository, package)
);
CREATE INDEX published_packages_name ON ctx_lsp.published_packages (ecosystem, name);
CREATE INDEX published_exports_repository ON ctx_lsp.published_exports (repository);

DO $$
DECLARE
    kind text;
    visible CONSTANT text := 'repository IN (SELECT id FROM ctx_lsp.repositories)';
    own CONSTANT text := 'repository IN (SELECT id FROM ctx_lsp.repositories WHERE publisher = current_user)';
BEGIN
    FOREACH kind IN ARRAY ARRAY['packages', 'exports'] LOOP
        EXECUTE format('ALTER TABLE ctx_lsp.published_%s ENABLE ROW LEVEL SECURITY', kind);
        EXECUTE format('CREATE POLICY readers_see ON ctx_lsp.published_%s FOR SELECT USING (%s)', kind, visible);
        EXECUTE format('CREATE POLICY own_are_added ON ctx_lsp.published_%s FOR INSERT WITH CHECK (%s)', kind, own);
        EXECUTE format('CREATE POLICY own_are_deleted ON ctx_lsp.published_%s FOR DELETE USING (%s)', kind, own);
        EXECUTE format('GRANT SELECT ON ctx_lsp.published_%s TO ctx_lsp_reader, ctx_lsp_publisher', kind);
        EXECUTE format('GRANT INSERT, DELETE ON ctx_lsp.published_%s TO ctx_lsp_publisher', kind);
    END LOOP;
END
$$;

-- A name belongs to its first publisher, with all its releases.
CREATE FUNCTION ctx_lsp.check_publisher() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('ctx-lsp name'), hashtext(NEW.name));
    IF EXISTS (SELECT FROM ctx_lsp.repositories WHERE name = NEW.name AND publisher <> NEW.publisher) THEN
        RAISE insufficient_privilege USING MESSAGE = 'this name belongs to another publisher';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER one_publisher BEFORE INSERT OR UPDATE ON ctx_lsp.repositories
    FOR EACH ROW EXECUTE FUNCTION ctx_lsp.check_publisher();

-- Listed repositories that provide one of the modules, so that an answer can say why it does not show them. Only modules
-- that stand for a package are compared: what is inside a package stays unknown to those who may not read it.
CREATE FUNCTION ctx_lsp.listed_providers(asked_ecosystem text, asked_modules text[]) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
    SELECT DISTINCT repositories.name FROM ctx_lsp.published_exports exports
    JOIN ctx_lsp.published_packages packages
        ON packages.repository = exports.repository AND packages.number = exports.package
    JOIN ctx_lsp.repositories ON repositories.id = exports.repository
    WHERE listed AND ecosystem = asked_ecosystem AND module = ANY (asked_modules) AND exports.name = ''
        AND (module = packages.name OR ecosystem = 'pypi' AND strpos(module, '.') = 0)
$$;

REVOKE ALL ON FUNCTION ctx_lsp.check_publisher() FROM PUBLIC;
REVOKE ALL ON FUNCTION ctx_lsp.listed_providers(text, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ctx_lsp.listed_providers(text, text[]) TO ctx_lsp_reader, ctx_lsp_publisher;

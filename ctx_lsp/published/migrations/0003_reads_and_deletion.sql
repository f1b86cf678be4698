-- The roles of a reader are looked up once for each table that a statement reads, and not for each repository.

ALTER POLICY readers_see ON ctx_lsp.repositories USING (
    publisher = current_user
    OR readers && (
        SELECT coalesce(array_agg(rolname), '{}') FROM pg_roles WHERE pg_has_role(current_user, oid, 'USAGE')
    )
);

-- Postings of up to 8 kB stay in their row: a common term has thousands of rows, and each would need a second read.
DO $$
BEGIN
    FOR part IN 0..7 LOOP
        EXECUTE format('ALTER TABLE ctx_lsp.published_postings_%s SET (toast_tuple_target = 8160)', part);
    END LOOP;
END
$$;

-- Whoever may delete a repository deletes its rows with it.
CREATE FUNCTION ctx_lsp.delete_rows() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    kind text;
BEGIN
    FOREACH kind IN ARRAY ARRAY['files', 'units', 'chunks', 'vectors', 'postings', 'packages', 'exports'] LOOP
        EXECUTE format('DELETE FROM ctx_lsp.published_%s WHERE repository = $1', kind) USING OLD.id;
    END LOOP;
    RETURN OLD;
END
$$;
REVOKE ALL ON FUNCTION ctx_lsp.delete_rows() FROM PUBLIC;
CREATE TRIGGER with_its_rows AFTER DELETE ON ctx_lsp.repositories
    FOR EACH ROW EXECUTE FUNCTION ctx_lsp.delete_rows();

-- The groups of all sets of tables. Roles belong to the whole cluster, so another database may have made them, or makes
-- them at the same time.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['ctx_lsp_reader', 'ctx_lsp_writer', 'ctx_lsp_publisher'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOLOGIN', name);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL;
            END;
        END IF;
    END LOOP;
END
$$;

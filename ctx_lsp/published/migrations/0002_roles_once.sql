-- The roles of a reader are looked up once for each table that a statement reads, and not for each repository.

ALTER POLICY readers_see ON ctx_lsp.repositories USING (
    publisher = current_user
    OR readers && (
        SELECT coalesce(array_agg(rolname), '{}') FROM pg_roles WHERE pg_has_role(current_user, oid, 'USAGE')
    )
);

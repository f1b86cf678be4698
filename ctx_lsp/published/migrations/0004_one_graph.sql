-- One graph of all vectors, and postings of which a question reads only those that can matter. Everything that was
-- published before is carried over, so no repository has to be published again.

-- Wait until publications that have begun are stored, and let none begin: its rows would be lost.
LOCK TABLE ctx_lsp.repositories IN ACCESS EXCLUSIVE MODE;

-- A search of all repositories visits one graph in place of eight.
CREATE TABLE ctx_lsp.vectors_in_one_graph (
    repository integer NOT NULL, key bytea NOT NULL, embedding halfvec(384) NOT NULL
);
INSERT INTO ctx_lsp.vectors_in_one_graph SELECT repository, key, embedding FROM ctx_lsp.published_vectors;
DROP TABLE ctx_lsp.published_vectors;
ALTER TABLE ctx_lsp.vectors_in_one_graph RENAME TO published_vectors;
ALTER TABLE ctx_lsp.published_vectors ADD CONSTRAINT published_vectors_pkey PRIMARY KEY (repository, key);
CREATE INDEX published_vectors_near ON ctx_lsp.published_vectors USING hnsw (embedding halfvec_cosine_ops);

-- Postings are in blocks that fit into the index, where those of a term lie side by side: a search reads them there, and
-- not from thousands of places. Before it reads any, it reads in a smaller index how many chunks hold a term, and what
-- the term adds to one at most.
CREATE TABLE ctx_lsp.postings_in_blocks (
    term text NOT NULL, repository integer NOT NULL,
    block integer NOT NULL, -- of the up to 200 next chunks that hold the term
    held integer NOT NULL, -- number of these chunks
    bound real NOT NULL, -- the highest impact
    numbers bytea NOT NULL, -- of the chunks: four bytes each, the lowest first
    impacts bytea NOT NULL -- two bytes each: a float, the lower byte first
);
ALTER TABLE ctx_lsp.postings_in_blocks ALTER numbers SET STORAGE EXTERNAL, ALTER impacts SET STORAGE EXTERNAL;
CREATE FUNCTION pg_temp.highest(impacts bytea) RETURNS real LANGUAGE sql IMMUTABLE AS $$
    -- positive floats are in the order of their bits
    SELECT CASE WHEN bits < 1024 THEN bits * 2.0 ^ -24 ELSE (1024 + bits % 1024) * 2.0 ^ (bits / 1024 - 25) END
    FROM (
        SELECT max(get_byte(impacts, 2 * n) + 256 * get_byte(impacts, 2 * n + 1)) AS bits
        FROM generate_series(0, octet_length(impacts) / 2 - 1) n
    ) AS highest
$$;
INSERT INTO ctx_lsp.postings_in_blocks
    SELECT term, repository, block, octet_length(impacts) / 2, pg_temp.highest(impacts), numbers, impacts
    FROM (
        SELECT
            term, repository, block, substring(rows FROM 800 * block + 1 FOR 800) AS numbers,
            substring(impacts FROM 400 * block + 1 FOR 400) AS impacts
        FROM ctx_lsp.published_postings, generate_series(0, (octet_length(impacts) - 1) / 400) block
        WHERE octet_length(impacts) > 0 AND octet_length(rows) = 2 * octet_length(impacts)
    ) AS blocks;
DROP TABLE ctx_lsp.published_postings;
ALTER TABLE ctx_lsp.postings_in_blocks RENAME TO published_postings;

-- Each chunk says which terms it holds, so that a common term is looked up in the few chunks where it can matter.
CREATE TABLE ctx_lsp.chunks_with_terms (
    repository integer NOT NULL, number integer NOT NULL, units integer[] NOT NULL, own integer NOT NULL, key bytea,
    terms bytea NOT NULL, -- the first four bytes of the SHA-256 of each term
    impacts bytea NOT NULL -- of these terms, two bytes each
);
ALTER TABLE ctx_lsp.chunks_with_terms ALTER terms SET STORAGE EXTERNAL, ALTER impacts SET STORAGE EXTERNAL;
INSERT INTO ctx_lsp.chunks_with_terms
    SELECT chunks.repository, chunks.number, units, own, key, coalesce(terms, ''), coalesce(impacts, '')
    FROM ctx_lsp.published_chunks chunks LEFT JOIN (
        SELECT repository, number, string_agg(term, '') AS terms, string_agg(impact, '') AS impacts
        FROM (
            SELECT
                repository,
                get_byte(numbers, 4 * n) + (get_byte(numbers, 4 * n + 1) << 8)
                    + (get_byte(numbers, 4 * n + 2) << 16) + (get_byte(numbers, 4 * n + 3) << 24) AS number,
                substring(sha256(convert_to(term, 'UTF8')) FROM 1 FOR 4) AS term,
                substring(impacts FROM 2 * n + 1 FOR 2) AS impact
            FROM ctx_lsp.published_postings, generate_series(0, held - 1) n
        ) AS single GROUP BY repository, number
    ) AS held USING (repository, number);
DROP TABLE ctx_lsp.published_chunks;
ALTER TABLE ctx_lsp.chunks_with_terms RENAME TO published_chunks;
ALTER TABLE ctx_lsp.published_chunks ADD CONSTRAINT published_chunks_pkey PRIMARY KEY (repository, number);
CREATE INDEX published_chunks_key ON ctx_lsp.published_chunks (repository, key);

ALTER TABLE ctx_lsp.published_postings
    ADD CONSTRAINT published_postings_pkey
    PRIMARY KEY (term, repository, block) INCLUDE (held, bound, numbers, impacts);
CREATE INDEX published_postings_held ON ctx_lsp.published_postings (term, repository) INCLUDE (held, bound);
CREATE INDEX published_postings_repository ON ctx_lsp.published_postings (repository); -- to replace those of one

DO $$
DECLARE
    kind text;
    visible CONSTANT text := 'repository IN (SELECT id FROM ctx_lsp.repositories)';
    own CONSTANT text := 'repository IN (SELECT id FROM ctx_lsp.repositories WHERE publisher = current_user)';
BEGIN
    FOREACH kind IN ARRAY ARRAY['chunks', 'vectors', 'postings'] LOOP
        EXECUTE format('ALTER TABLE ctx_lsp.published_%s ENABLE ROW LEVEL SECURITY', kind);
        EXECUTE format('CREATE POLICY readers_see ON ctx_lsp.published_%s FOR SELECT USING (%s)', kind, visible);
        EXECUTE format('CREATE POLICY own_are_added ON ctx_lsp.published_%s FOR INSERT WITH CHECK (%s)', kind, own);
        EXECUTE format('CREATE POLICY own_are_deleted ON ctx_lsp.published_%s FOR DELETE USING (%s)', kind, own);
        EXECUTE format('GRANT SELECT ON ctx_lsp.published_%s TO ctx_lsp_reader, ctx_lsp_publisher', kind);
        EXECUTE format('GRANT INSERT, DELETE ON ctx_lsp.published_%s TO ctx_lsp_publisher', kind);
    END LOOP;
END
$$;

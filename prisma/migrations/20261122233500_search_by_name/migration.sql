-- Names are searched by how any of their words begins. Expressions, which schema.prisma can't say.
CREATE INDEX "members_name_words_idx" ON "members" USING gin (to_tsvector('simple', "name"));
CREATE INDEX "merchants_name_words_idx" ON "merchants" USING gin (to_tsvector('simple', "name"));
CREATE INDEX "tenants_name_words_idx" ON "tenants" USING gin (to_tsvector('simple', "title" || ' ' || "slug"));

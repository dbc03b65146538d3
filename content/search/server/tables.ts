import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * What can be found: a row for each thing that is published, written in the transaction that changes it. Texts stand in
 * the form in which they are compared (`search_fold`); what a page shows is read from the thing itself.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** Of the thing. */
    id: uuid('id').notNull(),
    /** 0 is what every reader of the thing sees, 1 the text behind its lock. */
    part: smallint('part').notNull(),
    kind: text('kind').notNull(),
    /** What it stands below: whoever may not see that finds neither. */
    parentId: uuid('parent_id'),
    /** Profile id; null for what nobody signs. */
    authorId: uuid('author_id'),
    createdAt: at('created_at').notNull(),
    /** From then on nobody finds it. */
    expiresAt: at('expires_at'),
    /** Likes and answers, counted by a job. */
    reception: integer('reception').notNull(),
    isAdult: boolean('is_adult').notNull(),
    /** Empty where it has none. */
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** What a search filters by, each as one word that no text has: see `marks.ts`. */
    marks: text('marks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.part] }),
    // New rows wait in a short list, so that writing them is cheap, and reading the list too.
    index('search_documents_words_idx')
      .using('gin', sql`search_vector(title, body, marks)`)
      .with({ gin_pending_list_limit: 256 }),
    index('search_documents_author_idx').on(table.authorId),
  ],
);

/** Words of titles and names, and their keys: what is left of each without one or two characters. Finds typing errors. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    keys: text('keys').array().notNull(),
  },
  (table) => [index('search_words_keys_idx').using('gin', table.keys).with({ gin_pending_list_limit: 256 })],
);

/** One row: which version of the index is complete. */
export const searchState = pgTable('search_state', {
  one: boolean('one').primaryKey().default(true),
  version: integer('version').notNull(),
  builtAt: at('built_at').notNull(),
});

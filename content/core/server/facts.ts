import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { categoryId, sectionIds, sections } from '#site/contract/section-limits.ts';
import type { ContentFacts, ContentState, ContentType } from './type.ts';

interface FactsRow extends Omit<ContentFacts, 'parent'> {
  readonly parentId: string | null;
  readonly parentAuthorId: string;
  readonly parentTitle: string;
  readonly parentState: ContentState;
}

const selects = new WeakMap<ContentType, SQL>();

/** The text of a type's query, memoized: PostgreSQL plans the same text once for a connection. */
function selectOf(type: ContentType): SQL {
  const cached = selects.get(type);
  if (cached) return cached;
  const parent = type.answerOf;
  const parentColumns = parent
    ? `o.id AS "parentId", o.${parent.type.authorColumn} AS "parentAuthorId", ${titleOfParent(parent.type)} AS "parentTitle", o.state AS "parentState"`
    : `NULL::uuid AS "parentId"`;
  const join = parent ? `JOIN ${parent.type.table} o ON o.id = t.${parent.column}` : '';
  const select = sql.raw(`
    SELECT t.id, ${offColumn(type)} AS "isOff", t.${type.authorColumn} AS "authorId", coalesce(a.is_admin, false) AS "authorIsAdmin", coalesce(a.has_blocks, false) AS "authorHasBlocks",
      t.state, t.state_before AS "stateBefore",
      t.removed_by AS "removedBy", t.version, ${rejectedColumn(type)} AS "isRejected", ${type.title} AS title, ${type.isAdult} AS "isAdult", t.created_at AS "createdAt", ${parentColumns}${type.extra ? `, ${type.extra}` : ''}
    FROM ${type.table} t ${join} LEFT JOIN profiles a ON a.id = t.${type.authorColumn}`);
  selects.set(type, select);
  return select;
}

/**
 * SQL: whether the content of the row `t` belongs to a part of the site that is switched off: its kind, or the fixed
 * category that it, or what it stands below (`o`), is in.
 */
export function offColumn({ kind, category, answerOf }: ContentType): string {
  const section = sectionIds.find((id) => sections[id].kinds.includes(kind));
  const key = answerOf ? answerOf.type.category?.replaceAll(/\bt\./g, 'o.') : category;
  const own = section ? `'${section}'` : key && `'${categoryId('')}' || ${key}`;
  return own
    ? `EXISTS (SELECT FROM site_settings s WHERE s.name = 'sectionsOff' AND ${own} = ANY (regexp_split_to_array(s.value #>> '{}', '\\s*,\\s*')))`
    : 'false';
}

/** SQL: whether staff rejected the content of the row `t` instead of approving it. */
export const rejectedColumn = ({ review }: ContentType): string =>
  review === 'before' ? `(t.state = 'removed' AND t.state_before = 'pending' AND t.decided_at IS NOT NULL)` : 'false';

const titleOfParent = (type: ContentType): string => type.title.replaceAll(/\bt\./g, 'o.');

function factsOf<Extra extends object>(row: FactsRow & Extra): ContentFacts & Extra {
  const { parentId, parentAuthorId, parentTitle, parentState, ...facts } = row;
  const parent =
    parentId === null ? null : { id: parentId, authorId: parentAuthorId, title: parentTitle, state: parentState };
  return { ...facts, parent } as unknown as ContentFacts & Extra;
}

/** What policies must know of a content; null when it is not there. @param lock keeps its row until the transaction ends */
export async function contentFacts<Extra extends object>(
  db: Executor,
  type: ContentType<Extra>,
  id: string,
  lock = false,
): Promise<(ContentFacts & Extra) | null> {
  const [row] = await db.rows<FactsRow & Extra>(
    sql`${selectOf(type)} WHERE t.id = ${id}${lock ? sql` FOR UPDATE OF t` : sql``}`,
  );
  return row ? factsOf(row) : null;
}

/** As `contentFacts`, of several by their ids, in one query; what is not there is missing. */
export async function contentFactsOf<Extra extends object>(
  db: Executor,
  type: ContentType<Extra>,
  ids: readonly string[],
): Promise<(ContentFacts & Extra)[]> {
  const rows = await db.rows<FactsRow & Extra>(sql`${selectOf(type)} WHERE t.id = ANY(${[...ids]}::uuid[])`);
  return rows.map((row) => factsOf(row));
}

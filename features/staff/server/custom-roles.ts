import type { Input } from '#site/contract/contract.ts';
import { staff } from '#features/staff/contract/limits.ts';
import type { CustomRoleRow } from '#features/staff/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { audit } from '#content/moderation/server/store.ts';
import { checkName } from '#people/profiles/server/actions.ts';
import { customRolesChanged } from '#people/profiles/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { isReservedRole, roleNameOf } from './rules.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly color_hex: string;
  readonly is_active: boolean;
}

const columns = sql.raw('id, name, display_name, description, color_hex, is_active');

const present = (row: Row): CustomRoleRow => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  description: row.description,
  colorHex: row.color_hex,
  isActive: row.is_active,
});

/** What of a role can change, for the audit log. */
const changeable = (row: Row) => ({
  displayName: row.display_name,
  description: row.description,
  colorHex: row.color_hex,
  isActive: row.is_active,
});

/** Every custom role: active ones first, each part by name. There are few: staff make them by hand. */
export async function listRoles(db: Executor): Promise<CustomRoleRow[]> {
  const rows = await db.rows<Row>(sql`SELECT ${columns} FROM custom_roles ORDER BY is_active DESC, name LIMIT 500`);
  return rows.map(present);
}

/** @throws {Refusal} as `checkName`, `role_reserved` */
async function checkDisplayName(ctx: Context, name: string, text: string): Promise<string> {
  const displayName = await checkName(ctx, ctx.db, text, { field: 'displayName', max: staff.roleDisplayNameMax });
  if (isReservedRole(name, displayName, ctx.config.siteName)) throw new Refusal('role_reserved');
  return displayName;
}

/** Creates a role. @throws {Refusal} `role_names_required`, `role_reserved`, `role_exists`, and as `checkName` */
export async function createRole(
  ctx: Context,
  viewer: Viewer,
  body: Pick<CustomRoleRow, 'name' | 'displayName' | 'description' | 'colorHex'>,
): Promise<CustomRoleRow> {
  const name = roleNameOf(body.name);
  if (name === '' || body.displayName === '') throw new Refusal('role_names_required');
  const displayName = await checkDisplayName(ctx, name, body.displayName);
  const now = ctx.clock.now();
  return await ctx.db.tx(async (tx) => {
    const [row] = await tx.rows<Row>(sql`
      INSERT INTO custom_roles (id, name, display_name, description, color_hex, created_at)
      VALUES (${newId(now)}, ${name}, ${displayName}, ${body.description}, ${body.colorHex.toLowerCase()}, ${now})
      ON CONFLICT (name) DO NOTHING RETURNING ${columns}`);
    if (!row) throw new Refusal('role_exists');
    await audit(ctx, tx, viewer, {
      action: 'custom-role.create',
      targetKind: 'custom_role',
      targetId: row.id,
      details: { before: null, after: { name, ...changeable(row) } },
    });
    tx.afterCommit(customRolesChanged);
    return present(row);
  });
}

/** Edits a role, or switches it off or on. @throws {Refusal} `not_found`, `role_names_required`, and as `checkDisplayName` */
export async function editRole(
  ctx: Context,
  viewer: Viewer,
  id: string,
  body: Input<'PATCH /staff/custom-roles/:roleId'>['body'],
): Promise<CustomRoleRow> {
  const [found] = await ctx.db.rows<Row>(sql`SELECT ${columns} FROM custom_roles WHERE id = ${id}`);
  if (!found) throw new Refusal('not_found');
  if (body.displayName === '') throw new Refusal('role_names_required');
  const displayName = body.displayName === undefined ? null : await checkDisplayName(ctx, found.name, body.displayName);
  return await ctx.db.tx(async (tx) => {
    const [before] = await tx.rows<Row>(sql`SELECT ${columns} FROM custom_roles WHERE id = ${id} FOR UPDATE`);
    const [row] = await tx.rows<Row>(sql`
      UPDATE custom_roles SET display_name = coalesce(${displayName}::text, display_name), description = coalesce(${body.description ?? null}::text, description),
        color_hex = coalesce(${body.colorHex?.toLowerCase() ?? null}::text, color_hex), is_active = coalesce(${body.isActive ?? null}::boolean, is_active)
      WHERE id = ${id} RETURNING ${columns}`);
    await audit(ctx, tx, viewer, {
      action: 'custom-role.edit',
      targetKind: 'custom_role',
      targetId: id,
      details: { before: changeable(before!), after: changeable(row!) },
    });
    tx.afterCommit(() => {
      customRolesChanged();
      // Badges stand on every page.
      ctx.pages.drop();
    });
    return present(row!);
  });
}

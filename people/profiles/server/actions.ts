import type { Context } from '#platform/server/context.ts';
import type { Executor, Tx } from '#platform/server/db/database.ts';
import { ask } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type WordsCheck, nameWords } from './events.ts';
import { resemblesStaff, skeletonsOf } from './rules/reserved-names.ts';
import { faultOfName, normalName } from './rules/names.ts';
import { isLikeStaff } from './store.ts';

/** The topic of one open profile page. */
export const profileTopic = (profileId: string): `profile:${string}` => `profile:${profileId}`;

/** Publishes to open pages of a profile that it has changed, as a numbered event; and drops visitors' cached pages. */
export async function publishToProfile(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  await ctx.realtime.publish(tx, profileTopic(profileId), 'profile_changed', { id: profileId });
  tx.afterCommit(() => ctx.pages.drop());
}

/**
 * Publishes to the open pages of a member that they, or what they may do, have changed: a numbered event, so that a page
 * which is only loading learns of it too.
 */
export async function publishToMember(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  tx.afterCommit(() => ctx.realtime.recheck({ members: [profileId] }));
  await ctx.realtime.publish(tx, `viewer:${profileId}`, 'session', { event: 'user_updated' });
}

/** All checks of names' words as they are now, as one. @param db the transaction, inside one */
export async function nameWordsCheck(ctx: Context, db: Executor): Promise<WordsCheck> {
  const checks = await ask(ctx, nameWords, { db });
  return (text) => {
    for (const check of checks) {
      const refusal = check(text);
      if (refusal) return refusal;
    }
    return null;
  };
}

/** What a name is for. */
export interface NameUse {
  /** Its field in the form: `links.0.title`. */
  readonly field: string;
  /** Characters that it may have. */
  readonly max: number;
  /** Whom it names; left out for names of things. Nobody is called like staff, the site or its people. */
  readonly person?: {
    /** Null for who has no profile yet. */
    readonly profileId: string | null;
    /** Staff are what their names say; like another of staff they are not called either. */
    readonly isStaff: boolean;
  };
}

/**
 * The part of the check that reads characters alone, for names whose words are judged with the text around them.
 * @returns the name in the form that is stored
 * @throws {Refusal} `name_unreadable`
 */
export function readableName(text: string, { field, max }: Pick<NameUse, 'field' | 'max'>): string {
  const name = normalName(text);
  const fault = faultOfName(name, max);
  if (fault !== null) throw new Refusal('name_unreadable', { fields: { [field]: fault } });
  return name;
}

/**
 * The one way that a name which people read is checked: display names, usernames, titles of links, badges, categories,
 * options of polls.
 * @param db the transaction, inside one
 * @returns the name in the form that is stored
 * @throws {Refusal} `name_unreadable`, `banned_words`, `private_information`, `name_refused`
 */
export async function checkName(ctx: Context, db: Executor, text: string, use: NameUse): Promise<string> {
  const name = readableName(text, use);
  const refusal = (await nameWordsCheck(ctx, db))(name);
  if (refusal) throw refusal;
  const { person } = use;
  if (!person) return name;
  const isOfStaff = !person.isStaff && resemblesStaff(name, ctx.config.siteName);
  if (isOfStaff || (await isLikeStaff(db, skeletonsOf(name), person.profileId)))
    throw new Refusal('name_refused', {
      fields: { [use.field]: 'This could be taken for staff. Choose another name.' },
    });
  return name;
}

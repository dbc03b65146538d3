import { describe, expect, it } from 'vitest';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isRecorded, mayModerate, mayTakeAway, staffTitle, whyNot, whyNotUndo } from './staff.ts';

const viewer = (profileId: string, more: Partial<Viewer> = {}): Viewer =>
  ({ profileId, isAdmin: false, isModerator: false, silencedUntil: null, ...more }) as Viewer;
const member = viewer('member');
const author = viewer('author');
const moderator = viewer('moderator', { isModerator: true });
const admin = viewer('admin', { isAdmin: true });

const ofMember = { authorId: 'author', authorIsAdmin: false };
const ofAdmin = { authorId: 'author', authorIsAdmin: true };

describe('what a member made', () => {
  it('is moderated by staff who are not silenced, and what is an admin’s by admins', () => {
    const may = (content: typeof ofMember) =>
      [null, member, author, moderator, admin].map((one) => mayModerate(content, one));
    expect(may(ofMember)).toEqual([false, false, false, true, true]);
    expect(may(ofAdmin)).toEqual([false, false, false, false, true]);
    const silenced = { silencedUntil: new Date('2030-01-01') };
    expect(mayModerate(ofMember, viewer('one', { isModerator: true, ...silenced }))).toBe(false);
    expect(mayModerate(ofMember, viewer('one', { isAdmin: true, ...silenced }))).toBe(false);
  });

  it('and may not be changed is "staff_protected" to a moderator where it is an admin’s, and "forbidden" to all others', () => {
    expect([null, member, author, moderator, admin].map((one) => whyNot(ofMember, one))).toEqual(
      Array<string>(5).fill('forbidden'),
    );
    expect([null, member, author, moderator, admin].map((one) => whyNot(ofAdmin, one))).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
      'staff_protected',
      'forbidden',
    ]);
    // To its own author, whatever they are.
    expect(whyNot(ofAdmin, viewer('author', { isModerator: true }))).toBe('forbidden');
  });

  it('is taken away by the operator, admins, its author, and by others where it is no admin’s', () => {
    const may = (content: typeof ofMember) => [null, moderator, author, admin].map((one) => mayTakeAway(content, one));
    expect(may(ofMember)).toEqual([true, true, true, true]);
    expect(may(ofAdmin)).toEqual([true, false, true, true]);
  });
});

describe('a decision of staff', () => {
  const decided = { authorId: 'author', decidedBy: 'somebody', byAdmin: false, hasComplaint: false };

  it('is undone by nobody while a complaint stands, never by the author, and by no moderator where an admin decided', () => {
    const why = (more: Partial<typeof decided>) =>
      [null, author, moderator, admin].map((one) => whyNotUndo({ ...decided, ...more }, one));
    expect(why({})).toEqual([null, 'own_content', null, null]);
    expect(why({ byAdmin: true })).toEqual([null, 'own_content', 'staff_protected', null]);
    expect(why({ hasComplaint: true })).toEqual(Array<string>(4).fill('complaint_stands'));
  });

  it('about what is nobody’s is open to all who may decide', () => {
    expect(whyNotUndo({ ...decided, authorId: null }, moderator)).toBeNull();
  });
});

it('actions of staff, of the operator and of others than the author are recorded', () => {
  const recorded = (authorId: string | null) =>
    [null, author, member, moderator, admin].map((one) => isRecorded(one, authorId));
  expect(recorded('author')).toEqual([true, false, true, true, true]);
  expect(isRecorded(viewer('author', { isModerator: true }), 'author')).toBe(true);
  expect(recorded(null)).toEqual([true, true, true, true, true]);
});

it('a member of staff is called by what they are', () => {
  expect([staffTitle(admin), staffTitle(moderator)]).toEqual(['Admin', 'Moderator']);
});

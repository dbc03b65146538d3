import { sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { expect, test } from 'vitest';
import { contract } from '#site/contract/contract.ts';
import type { Access } from '#platform/contract/access.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { notShown, wordFields } from '#site/testing/word-fields.ts';

/** Levels that let nobody in who is suspended, silenced or unverified. */
const speaking: ReadonlySet<Access> = new Set(['speaker', 'moderator', 'admin']);
/** Words that a wider level takes, and why nobody else reads them, or what guards them. */
const guarded: Readonly<Record<string, string>> = {
  'POST /auth/sign-up displayName': 'the first name of a member; the rules of names guard it',
  'POST /setup displayName': 'the first name of the owner; the rules of names guard it',
  'POST /forum/preview content': 'answered to who sends it, and stored nowhere',
  'POST /reports note': 'read by staff',
  'POST /decisions/:decisionId/appeal statement': 'read by staff; the suspended and silenced may appeal too',
  ...Object.fromEntries(
    ['name', 'onBehalfOf', 'phone', 'postalAddress', 'signature', 'url'].map((field) => [
      `POST /legal/takedown ${field}`,
      'read by staff and by whom the complaint is about, once its address is confirmed; works without an account',
    ]),
  ),
  ...Object.fromEntries(
    ['name', 'phone', 'postalAddress', 'signature'].map((field) => [
      `POST /legal/complaints/:complaintId/counter-notice ${field}`,
      'read by staff and by who complained; an answer that the law gives the suspended too',
    ]),
  ),
  'POST /legal/takedown workUrl': 'read by staff and the uploader; sent without an account',
  'POST /legal/takedown/court note': 'read by staff',
  'PUT /welcome/makes makes': 'words of the site: chosen from its list (welcome.test.ts)',
  'DELETE /forum/posts/:postId reason': 'read by the author; of staff who are not silenced, or of the author',
  'DELETE /forum/replies/:replyId reason': 'read by the author; of staff who are not silenced, or of the author',
  'DELETE /uploads/:uploadId reason': 'read by the author; of staff who are not silenced, or of the author',
  'DELETE /uploads/comments/:commentId reason':
    'refused of the silenced where the author is another (comments.test.ts)',
  'DELETE /parties/:partyId reason': 'read by the host; of staff who are not silenced, or of the host',
  'DELETE /parties/messages/:messageId reason': 'refused of the silenced where the author is another',
  'DELETE /gallery/images/:imageId reason': 'read by the owner; of staff who are not silenced, or of the owner',
  ...Object.fromEntries(
    Object.values(sharingTypes).flatMap(({ path }) =>
      [`${path}/:itemId`, `${path}/replies/:replyId`].map((address) => [
        `DELETE ${address} reason`,
        'refused of the silenced where the author is another (`removeContent`)',
      ]),
    ),
  ),
};

test('every endpoint that takes words which others read lets in nobody who is suspended, silenced or unverified', () => {
  const taken = (Object.entries(contract) as [string, Endpoint][]).flatMap(([key, { access, body }]) =>
    body === undefined || speaking.has(access)
      ? []
      : [...new Set(wordFields(body))]
          .filter((field) => !notShown.has(field.split('.').at(-1)!))
          .map((field) => `${key} ${field}`),
  );
  expect(taken.toSorted()).toEqual(Object.keys(guarded).toSorted());
  // What the walk must find, so that an empty walk proves nothing.
  expect(wordFields((contract['PUT /account/username'] as Endpoint).body!)).toEqual(['username']);
  expect(wordFields((contract['POST /uploads'] as Endpoint).body!)).toContain('poll.options');
});

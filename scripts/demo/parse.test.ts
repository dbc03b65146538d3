import { expect, test } from 'vitest';
import { findPrivateInformation } from '#content/moderation/server/rules/private-information.ts';
import { splitTitle } from '#platform/server/markdown/render.ts';
import { type ScriptMember, ThreadError, parseThreads } from './parse.ts';
import { readPeople } from './people.ts';
import { readThreads } from './threads.ts';

const members = new Map<string, ScriptMember>([
  ['ada', { role: 'admin' }],
  ['milo', { role: 'member' }],
]);
const good = `=== post | category=general | author=ada | pinned
Read this before your first post here

Be kind.

Listen twice.
--- reply | author=milo
What if I only have time to listen once?
--- reply | author=ada | to=1
Then post tomorrow.

=== post | category=gear | author=milo
Is there a switch on the back of everything?

Asking for two years of my life.
`;
const parse = (text: string) => parseThreads(text, 'some.txt', members);

test('a thread file is read with its posts, replies and what they answer', () => {
  expect(parse(good)).toEqual([
    {
      category: 'general',
      author: 'ada',
      pinned: true,
      title: 'Read this before your first post here',
      body: 'Be kind.\n\nListen twice.',
      replies: [
        { author: 'milo', to: null, text: 'What if I only have time to listen once?' },
        { author: 'ada', to: 0, text: 'Then post tomorrow.' },
      ],
      place: 'some.txt:1',
    },
    {
      category: 'gear',
      author: 'milo',
      pinned: false,
      title: 'Is there a switch on the back of everything?',
      body: 'Asking for two years of my life.',
      replies: [],
      place: 'some.txt:12',
    },
  ]);
});

test.each([
  ['an unknown member', good.replace('author=milo', 'author=nobody'), 'some.txt:7: There is no member nobody.'],
  ['an unknown category', good.replace('category=gear', 'category=cars'), 'some.txt:12: There is no category cars.'],
  ['an unknown option', good.replace(' | to=1', ' | at=1'), 'some.txt:9: "at=1" is no option here.'],
  ['an answer to a later reply', good.replace('to=1', 'to=2'), 'some.txt:9: to=2 is no earlier reply.'],
  [
    'a pin by a member',
    good.replace('author=milo\nIs', 'author=milo | pinned\nIs'),
    'some.txt:12: Only staff pin posts.',
  ],
  [
    'a short title',
    good.replace('Is there a switch on the back of everything?', 'A switch?'),
    'some.txt:13: A title has',
  ],
  ['no line under the title', good.replace('here\n\nBe', 'here\nBe'), 'some.txt:3: An empty line follows'],
  ['an empty reply', good.replace('Then post tomorrow.', ''), 'some.txt:9: The reply is empty.'],
  [
    'two replies in a row',
    good.replace('author=ada | to=1', 'author=milo'),
    'some.txt:9: milo replies twice in a row.',
  ],
  ['text before the first post', `hello\n${good}`, 'some.txt:1: Text stands before'],
  ['a reply before the first post', `--- reply | author=ada\n${good}`, 'some.txt:1: A reply stands before'],
  [
    'a broken mark',
    good.replace('=== post | category=gear', '==== post | category=gear'),
    'some.txt:12: A post begins with',
  ],
])('%s is refused with file and line', (_what, text, message) => {
  expect(() => parse(text)).toThrow(ThreadError);
  expect(() => parse(text)).toThrow(message);
});

const people = readPeople();
const threads = readThreads(people);

test('the demo is as large as promised, and every member speaks', () => {
  expect(threads).toHaveLength(400);
  expect(threads.flatMap((thread) => thread.replies).length).toBeGreaterThanOrEqual(2500);
  const speaking = new Set(
    threads.flatMap((thread) => [thread.author, ...thread.replies.map((reply) => reply.author)]),
  );
  expect([...people.keys()].filter((name) => !speaking.has(name))).toEqual([]);
});

test('no text of the demo is said twice, and every title is shown whole', () => {
  const texts = threads.flatMap((thread) => [thread.title, thread.body, ...thread.replies.map((reply) => reply.text)]);
  const seen = new Set<string>();
  expect(texts.filter((text) => seen.size === seen.add(text.toLowerCase()).size)).toEqual([]);
  expect(threads.filter(({ title, body }) => splitTitle(`${title}\n\n${body}`).title !== title)).toEqual([]);
});

test('no text of the demo matches the patterns of private information', () => {
  const texts = threads.flatMap((thread) => [
    `${thread.title}\n\n${thread.body}`,
    ...thread.replies.map((reply) => reply.text),
  ]);
  expect(texts.filter((text) => findPrivateInformation(text).length > 0)).toEqual([]);
});

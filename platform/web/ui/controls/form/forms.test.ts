import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { account } from '#people/accounts/contract/limits.ts';
import { genreMax } from '#platform/contract/music-limits.ts';
import { codePattern, fieldErrors } from '#platform/contract/field-errors.ts';
import { type CheckedControl, wrongFields } from './field-check.ts';
import { bodyFacts } from '#site/contract/field-facts.ts';
import { bodyOf } from './form-body.ts';
import { numberOf } from './number.ts';

const root = path.join(import.meta.dirname, '../../../../..');

const control = (given: Partial<CheckedControl>): CheckedControl => ({
  name: 'field',
  type: 'text',
  value: '',
  required: true,
  ...given,
});
const said = (given: Partial<CheckedControl>): string | undefined => wrongFields([control(given)])['field'];

test('a form says of a field, before it is sent, what the server would say of it', () => {
  const code = { pattern: codePattern, dataset: { rule: fieldErrors.code } };
  const wrong: [Partial<CheckedControl>, string][] = [
    [{}, fieldErrors.missing],
    [{ type: 'email' }, fieldErrors.missing],
    [{ type: 'email', value: 'ada@', validity: { typeMismatch: true } }, fieldErrors.email],
    [{ type: 'password', minLength: account.passwordMin }, fieldErrors.missing],
    [{ type: 'password', minLength: account.passwordMin, value: 'short' }, fieldErrors.tooShort(account.passwordMin)],
    [code, fieldErrors.code],
    [{ ...code, value: '12345' }, fieldErrors.code],
    [{ type: 'checkbox', value: 'on', checked: false }, fieldErrors.unconfirmed],
    [{ type: 'number', value: '2.5' }, fieldErrors.wholeNumber],
    [{ type: 'number', value: '0', min: '1', max: '9' }, fieldErrors.tooSmall(1)],
    [{ type: 'number', value: '1200', max: '1000' }, fieldErrors.tooLarge(1000)],
    [{ type: 'number', validity: { badInput: true } }, fieldErrors.number],
    ...['abc', '$5', '30 credits', '1e999', '0x10', 'NaN', '5-', '1.2.3'].map(
      (value): [Partial<CheckedControl>, string] => [{ value, dataset: { number: 'true' } }, fieldErrors.number],
    ),
    [{ value: '2,5', dataset: { number: 'true' } }, fieldErrors.wholeNumber],
    [{ value: '0', min: '1', dataset: { number: 'true' } }, fieldErrors.tooSmall(1)],
  ];
  for (const [given, sentence] of wrong) expect(said(given)).toBe(sentence);
});

test('what is right, turned off, without a name or not asked for is sent', () => {
  const right: Partial<CheckedControl>[] = [
    { value: 'x' },
    { required: false },
    { disabled: true },
    { name: '' },
    { type: 'email', value: 'ada@example.org', validity: { typeMismatch: false } },
    { type: 'email', value: '用户@例子.广告', validity: { typeMismatch: true } },
    { type: 'password', value: 'silver otter', minLength: account.passwordMin },
    { pattern: codePattern, value: ' 123456 ' },
    { type: 'checkbox', value: 'on', checked: true },
    { type: 'number', value: '-5', min: '', max: '', step: '' },
    { type: 'number', value: '92.5', step: 'any' },
    { type: 'datetime-local', required: false },
  ];
  for (const given of right) expect(wrongFields([control(given)])).toEqual({});
});

test('the facts of a field are those of its shape', () => {
  const { emailMax, passwordMin, passwordMax, displayNameMax } = account;
  const facts: [string, string, object | undefined][] = [
    ['POST /auth/sign-up', 'email', { required: true, maxLength: emailMax }],
    ['POST /auth/sign-up', 'password', { required: true, minLength: passwordMin, maxLength: passwordMax }],
    ['POST /auth/sign-up', 'displayName', { maxLength: displayNameMax }],
    ['POST /auth/sign-in', 'password', { required: true, maxLength: passwordMax }],
    ['POST /account/two-factor/confirm', 'code', { required: true }],
    ['POST /invitations', 'email', { maxLength: emailMax, whenEmpty: 'omit' }],
    ['PUT /uploads/:uploadId/tracks/:trackId/details', 'tempo', {}],
    ['PUT /uploads/:uploadId/tracks/:trackId/details', 'key', { whenEmpty: 'null' }],
    ['POST /announcements', 'publishAt', { whenEmpty: 'null' }],
    ['POST /parties', 'spotifyPlaylistId', { maxLength: 300 }],
    ['PUT /uploads/:uploadId/tracks/:trackId/details', 'genre', { maxLength: genreMax, whenEmpty: 'null' }],
    ['POST /staff/forum-categories', 'description', { maxLength: 300 }],
    ['POST /staff/forum-categories', 'sortOrder', { min: 0, max: 10_000, whenEmpty: 'omit' }],
    ['PUT /staff/legal/:key', 'baseVersion', { required: true, min: 0 }],
    ['PUT /staff/legal/:key', 'needsAcceptance', {}],
    ['POST /legal/takedown', 'accurate', { required: true }],
    ['GET /session', 'name', undefined],
  ];
  for (const [key, field, expected] of facts) expect(bodyFacts(key)[field]).toEqual(expected);
});

test('a form sends what its controls hold, in the types of the contract', () => {
  const facts = { omitted: { whenEmpty: 'omit' }, none: { whenEmpty: 'null' } } as const;
  const sent: [Partial<CheckedControl>, object][] = [
    [{ value: ' as typed ' }, { field: ' as typed ' }],
    [{ value: '' }, { field: '' }],
    [{ name: 'omitted', value: ' ' }, {}],
    [{ name: 'omitted', value: 'x' }, { omitted: 'x' }],
    [{ name: 'none', value: ' ' }, { none: null }],
    [{ name: 'none', value: 'x' }, { none: 'x' }],
    [{ type: 'datetime-local', value: '2026-01-31T20:15' }, { field: new Date(2026, 0, 31, 20, 15).toISOString() }],
    [{ type: 'datetime-local', value: 'soon' }, { field: 'soon' }],
    [{ type: 'number', value: '2,5' }, { field: 2.5 }],
    [{ type: 'number' }, { field: null }],
    [{ dataset: { number: 'true' }, value: '30 credits' }, { field: '30 credits' }],
    [{ type: 'checkbox', value: 'on', checked: true }, { field: true }],
    [{ type: 'checkbox', value: 'on', checked: false }, { field: false }],
    [{ type: 'radio', value: 'x', checked: false }, {}],
    [{ type: 'radio', value: 'x', checked: true }, { field: 'x' }],
    [{ name: '', value: 'x' }, {}],
    [{ disabled: true, value: 'x' }, {}],
  ];
  for (const [given, body] of sent) expect(bodyOf([control(given)], facts)).toEqual(body);
});

test('a typed number is read as written, nothing as nothing, and anything else goes to the server as it is', () => {
  const read: [string, unknown][] = [
    ['5', 5],
    [' 5 ', 5],
    ['-12', -12],
    ['0.8', 0.8],
    ['0,8', 0.8],
    ['.5', 0.5],
    ['', null],
    ['  ', null],
    ...['abc', '$5', '30 credits', 'NaN', '1e999', 'Infinity', '0x10', '1 000', '--1'].map((text): [string, string] => [
      text,
      text,
    ]),
  ];
  for (const [text, value] of read) expect(numberOf(text)).toBe(value);
  expect(numberOf('', 0)).toBe(0);
});

/** What makes numbers of texts that nobody has typed into a field: bytes, stored state, addresses, flags, parts of a colour, widths of pictures. */
const otherNumbers = [
  'content/core/web/cache/content-actions.ts',
  'content/core/web/reaction-bar.tsx',
  'content/media/web/transfers/tus-transfer.ts',
  'content/media/web/video-streams.ts',
  'content/search/web/filter.ts',
  'features/parties/web/party-art.tsx',
  'features/parties/web/sync/nudges.ts',
  'features/player/web/engine/keyboard.ts',
  'features/player/web/engine/stored-state.ts',
  'features/player/web/engine/stream/mp4.ts',
  'features/sharing/web/archive/entry-browser.tsx',
  'people/legal/web/legal-search.ts',
  'platform/web/ui/controls/form/field-check.ts',
  'platform/web/ui/controls/form/number.ts',
  'platform/web/ui/controls/slider.tsx',
  'site/web/markup-cache.tsx',
];

it('no text of a field is made a number beside `numberOf`', async () => {
  const mistakes: string[] = [];
  for await (const file of glob('{platform,people,content,features,site}/**/web/**/*.{ts,tsx}', { cwd: root }))
    if (
      !file.includes('.test.') &&
      /\bNumber\(|\bparse(?:Int|Float)\(|\bvalueAsNumber\b/.test(await readFile(path.join(root, file), 'utf8'))
    )
      mistakes.push(file);
  expect(mistakes.toSorted()).toEqual(otherNumbers);
});

test('a date that is filled in by half is not taken for none', () => {
  const half = { type: 'datetime-local', required: false, validity: { badInput: true } };
  expect(said(half)).toBe(fieldErrors.date);
});

it('no form leaves the words about its fields to the browser', async () => {
  const mistakes: string[] = [];
  for await (const file of glob('{platform,people,content,features,site}/**/web/**/*.tsx', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const form of text.matchAll(/<form\s(?:=>|[^>])*>/g))
      if (!/\bnoValidate\b|\bformProps\}/.test(form[0])) mistakes.push(file);
  }
  expect(mistakes).toEqual([]);
});

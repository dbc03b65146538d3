import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { account } from '#contract/limits/accounts.ts';
import { codePattern, fieldErrors } from '#contract/field-errors.ts';
import { type CheckedControl, wrongFields } from './field-check.ts';

const root = path.join(import.meta.dirname, '../../..');

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
    { type: 'password', value: 'silver otter', minLength: account.passwordMin },
    { pattern: codePattern, value: ' 123456 ' },
    { type: 'checkbox', value: 'on', checked: true },
    { type: 'number', value: '-5', min: '', max: '', step: '' },
    { type: 'number', value: '92.5', step: 'any' },
    { type: 'datetime-local', required: false },
  ];
  for (const given of right) expect(wrongFields([control(given)])).toEqual({});
});

test('a date that is filled in by half is not taken for none', () => {
  const half = { type: 'datetime-local', required: false, validity: { badInput: true } };
  expect(said(half)).toBe(fieldErrors.date);
});

it('no form leaves the words about its fields to the browser', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const form of text.matchAll(/<form\s(?:=>|[^>])*>/g))
      if (!/\bnoValidate\b|\bformProps\}/.test(form[0])) found.push(file);
  }
  expect(found).toEqual([]);
});

import { fieldErrors } from '#platform/contract/field-errors.ts';
import { numberOf } from './number.ts';
import type { Fields } from '#platform/web/ui/controls/use-action.ts';

/** What a control of a form holds and asks for, as the DOM has it. */
export interface CheckedControl {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly checked?: boolean;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly validity?: Partial<ValidityState>;
  /**
   * `data-rule`: the sentence of the contract where its shape has one of its own. `data-number`: a field of type `text` that
   * holds a number, and shows what else was typed.
   */
  readonly dataset?: { readonly rule?: string | undefined; readonly number?: string | undefined };
}

/** What is wrong with one control, in the words of the server; null where nothing is. */
export function wrongOf(control: CheckedControl): string | null {
  const { type, value, validity, dataset } = control;
  // Browsers refuse letters of other scripts before the `@`; the server takes them.
  const isAscii = /^[\x00-\x7f]*$/.test(value);
  if (type === 'email' && isAscii && (validity?.badInput || validity?.typeMismatch)) return fieldErrors.email;
  if (validity?.badInput) return type === 'number' ? fieldErrors.number : fieldErrors.date;
  if (type === 'checkbox') return control.required && !control.checked ? fieldErrors.unconfirmed : null;
  if (value === '') return control.required ? (dataset?.rule ?? fieldErrors.missing) : null;
  if (control.pattern && !new RegExp(`^(?:${control.pattern})$`).test(value.trim()))
    return dataset?.rule ?? fieldErrors.pattern;
  if (type === 'number' || dataset?.number !== undefined) return wrongNumber(control);
  const { minLength = -1 } = control;
  return value.length < minLength ? fieldErrors.tooShort(minLength) : null;
}

function wrongNumber({ value, min = '', max = '', step = '' }: CheckedControl): string | null {
  const number: unknown = numberOf(value);
  if (typeof number !== 'number') return fieldErrors.number;
  if (min !== '' && number < Number(min)) return fieldErrors.tooSmall(Number(min));
  if (max !== '' && number > Number(max)) return fieldErrors.tooLarge(Number(max));
  return step !== 'any' && !Number.isInteger(number) ? fieldErrors.wholeNumber : null;
}

/** What is wrong with the controls of a form, by their names; those without a name are left to the server. */
export function wrongFields(controls: Iterable<CheckedControl>): Fields {
  const fields: Record<string, string> = {};
  for (const control of controls) {
    const wrong = control.name === '' || control.disabled ? null : wrongOf(control);
    if (wrong !== null) fields[control.name] ??= wrong;
  }
  return fields;
}

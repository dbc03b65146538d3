import type { BodyFacts } from '#site/contract/field-facts.ts';
import type { CheckedControl } from './field-check.ts';
import { numberOf } from './number.ts';

/** A timestamp in the format of `<input type="datetime-local">`: the reader's local time. Empty for none. */
export function localTime(timestamp: string | null): string {
  if (timestamp === null) return '';
  const at = new Date(timestamp);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function valueOf({ type, value, checked, dataset }: CheckedControl): unknown {
  if (type === 'checkbox') return checked === true;
  const at = type === 'datetime-local' ? new Date(value) : null;
  if (at && !Number.isNaN(at.getTime())) return at.toISOString();
  return type === 'number' || dataset?.number !== undefined ? numberOf(value) : value;
}

/**
 * The body that the controls of a form make, by their names: numbers of fields for numbers, whether boxes are ticked,
 * timestamps of local times, and texts as they are typed. An empty control whose shape refuses an empty text is sent as
 * null or left out.
 */
export function bodyOf(controls: Iterable<CheckedControl>, facts: BodyFacts): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const control of controls) {
    const { name, type, disabled, checked } = control;
    if (!name || disabled || (type === 'radio' && !checked)) continue;
    const isEmpty = type !== 'checkbox' && control.value.trim() === '';
    const whenEmpty = isEmpty ? facts[name]?.whenEmpty : undefined;
    if (whenEmpty !== 'omit') body[name] = whenEmpty === 'null' ? null : valueOf(control);
  }
  return body;
}

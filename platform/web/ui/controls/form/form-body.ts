import type { BodyFacts } from '#site/contract/field-facts.ts';
import type { CheckedControl } from './field-check.ts';
import { numberOf } from './number.ts';

function valueOf({ type, value, checked, dataset }: CheckedControl): unknown {
  if (type === 'checkbox') return checked === true;
  return type === 'number' || dataset?.number !== undefined ? numberOf(value) : value;
}

/**
 * The body that the controls of a form make, by their names: numbers of fields for numbers, whether boxes are ticked, and
 * texts as they are typed. What may be missing but is refused as an empty text is left out.
 */
export function bodyOf(controls: Iterable<CheckedControl>, facts: BodyFacts): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const control of controls) {
    const { name, type, disabled, checked } = control;
    if (!name || disabled || (type === 'radio' && !checked)) continue;
    const isEmpty = type !== 'checkbox' && control.value.trim() === '';
    if (!isEmpty || !facts[name]?.isOmitted) body[name] = valueOf(control);
  }
  return body;
}

import type { FormEvent } from 'react';
import type { ContractKey, Input, Reply } from '#site/contract/contract.ts';
import { bodyFacts, type FieldFacts } from '#site/contract/field-facts.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { type Action, useAction } from '#platform/web/ui/controls/use-action.ts';
import { type CheckedControl, wrongFields } from './field-check.ts';
import { bodyOf } from './form-body.ts';
import { useWrongField } from './use-wrong-field.ts';

/** Endpoints that take a body. */
export type FormKey = { [K in ContractKey]: Input<K> extends { body: object } ? K : never }[ContractKey];
/** Of one of several endpoints, too. */
type InputOf<K extends FormKey> = K extends unknown ? Input<K> : never;
type BodyOf<K extends FormKey> = InputOf<K> extends infer I ? (I extends { body: infer B } ? B : never) : never;
type ParamsOf<K extends FormKey> = InputOf<K> extends infer I ? (I extends { params: infer P } ? P : never) : never;
/** Names of fields, also of a body that is one of several endpoints'. */
type FieldOf<B> = B extends unknown ? keyof B & string : never;

/** What is sent of a form. */
export interface Sending<K extends FormKey> {
  /** The fields, and what the form adds to them. */
  readonly body: BodyOf<K>;
  readonly element: HTMLFormElement;
  readonly refuse: Action['refuse'];
  /** Calls the endpoint. */
  request(): Promise<Reply<K>>;
}

/** What a form does beside its fields. */
export interface FormOptions<K extends FormKey> {
  readonly params?: ParamsOf<K>;
  /** What is sent with the fields. */
  readonly body?: Partial<BodyOf<K>>;
  /** After it was sent. */
  onSent?(reply: Reply<K>, sending: Sending<K>): unknown;
  /** In place of sending: of a form that handles failures itself and gives the refused fields to `refuse`. */
  send?(sending: Sending<K>): Promise<unknown>;
}

/** A form of an endpoint. */
export interface EndpointForm<K extends FormKey> extends Pick<Action, 'busy' | 'fields'> {
  /** For the `form` element: its fields are checked by us, in our words, and not by the browser. */
  readonly formProps: { readonly noValidate: true; onSubmit(event: FormEvent<HTMLFormElement>): void };
  /** What the control of a field of the body needs: its name, what the contract asks of it, and what was wrong with it. */
  field(
    name: FieldOf<BodyOf<K>>,
  ): { readonly name: string; readonly error: string | undefined } & Omit<FieldFacts, 'whenEmpty'>;
}

/**
 * A form whose rules live on the server: it sends, shows the fields that were refused, and a toast for the rest. What
 * its controls ask for (`required`, `minLength`, …) is said before anything is sent, in the server's words. The first
 * wrong field gets the focus.
 * @param key the endpoint, written out in the call: the build reads it (`scripts/bundle/contract-tables.ts`)
 */
export function useForm<K extends FormKey>(key: K, options: FormOptions<K>): EndpointForm<K> {
  const call = useCall() as (key: K, input: object) => Promise<Reply<K>>;
  const { busy, fields, refuse, run } = useAction();
  const formRef = useWrongField(fields);
  const facts = bodyFacts(key);
  const sent = async (element: HTMLFormElement): Promise<unknown> => {
    const { params, onSent, send } = options;
    const body = { ...bodyOf(controlsOf(element), facts), ...(options.body as object) } as BodyOf<K>;
    const request = () => call(key, { params, body });
    const sending = { body, element, refuse, request };
    return send ? send(sending) : onSent?.(await request(), sending);
  };
  return {
    busy,
    fields,
    field(name) {
      const { whenEmpty: _, ...asked } = facts[name] ?? {};
      return { name, error: fields[name], ...asked };
    },
    formProps: {
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        const element = event.currentTarget;
        formRef.current = element;
        const wrong = wrongFields(controlsOf(element));
        if (Object.keys(wrong).length > 0) return refuse(wrong);
        void run(() => sent(element));
      },
    },
  };
}

const controlsOf = (form: HTMLFormElement) => form.elements as Iterable<Element> as Iterable<CheckedControl>;

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ProfileSectionName, ProfileSettings } from '#features/customization/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { refetch } from '#platform/web/lib/query-client.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { isSame, merged } from './merge.ts';
import { profileSettingsQuery } from './queries.ts';

/** What a section holds, without its revision. */
export type SectionValues<N extends ProfileSectionName> = Omit<ProfileSettings[N], 'revision'>;

/** What another device has saved while this one was typing. */
export interface Conflict<V> {
  readonly saved: V;
  readonly changed: readonly (keyof V & string)[];
}

/** A section of the settings as a form. */
export interface Section<V> {
  readonly values: V;
  readonly isDirty: boolean;
  readonly busy: boolean;
  /** What the server says is wrong, by place: `displayName`, `links.0.url`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly conflict: Conflict<V> | null;
  change(part: Partial<V>): void;
  save(): Promise<void>;
  /** Back to what is saved. */
  discard(): void;
}

interface State<V> {
  readonly base: V;
  readonly revision: string;
  readonly values: V;
}

function begin<N extends ProfileSectionName>(section: ProfileSettings[N]): State<SectionValues<N>> {
  const { revision, ...values } = section;
  return { base: values, revision, values };
}

/**
 * The form of one section: it saves by itself, and never over what another device has saved.
 * @param label for the toast @param bodyOf what is sent, where that is not what is shown
 */
export function useSection<N extends ProfileSectionName>(
  name: N,
  label: string,
  bodyOf: (values: SectionValues<N>) => object = (values) => values,
): Section<SectionValues<N>> {
  type V = SectionValues<N>;
  const call = useCall();
  const client = useQueryClient();
  const { announce } = useAuth();
  const query = profileSettingsQuery(call);
  const { data } = useSuspenseQuery(query);
  const [state, setState] = useState<State<V>>(() => begin<N>(data[name]));
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const sending = useRef(false);
  const isDirty = !isSame(state.values, state.base);

  // Newly fetched values are shown, unless there are unsaved changes.
  const latest = data[name];
  useEffect(() => {
    if (latest.revision === state.revision || isDirty || sending.current) return;
    setState(begin<N>(latest));
    setConflict(null);
  }, [latest, state.revision, isDirty]);

  const read = () => refetch(client, query);
  const meet = async () => {
    const theirs = begin<N>((await read())[name]);
    const { values, changed } = merged(state.base, state.values, theirs.base);
    setState({ ...theirs, values });
    setConflict({ saved: theirs.base, changed });
  };
  const save = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFields({});
    try {
      // The name decides the shape of the body; the contract's types cannot follow it through a variable.
      const key = `PUT /profile-settings/${name}` as 'PUT /profile-settings/profile';
      await call(key, { body: { ...bodyOf(state.values), revision: state.revision } as never });
      const saved = begin<N>((await read())[name]);
      setState((now) => (isSame(now.values, state.values) ? saved : { ...saved, values: now.values }));
      setConflict(null);
      toast({ title: 'Success', description: `${label} updated successfully`, kind: 'success' });
      // The member's name and its style are part of every list.
      void client.invalidateQueries({ refetchType: 'none' });
      if (name === 'profile') await announce('user updated');
    } catch (error) {
      if (error instanceof CallError && error.code === 'settings_changed') await meet().catch(failureToast);
      else {
        if (error instanceof CallError) setFields(error.fields);
        failureToast(error);
      }
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return {
    values: state.values,
    isDirty,
    busy,
    fields,
    conflict,
    change: (part) => setState((old) => ({ ...old, values: { ...old.values, ...part } })),
    save,
    discard() {
      setState((old) => ({ ...old, values: old.base }));
      setConflict(null);
      setFields({});
    },
  };
}

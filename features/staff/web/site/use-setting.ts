import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { countText } from '#platform/web/lib/format.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { staffKeys } from '#features/staff/web/queries.ts';
import { setsColors, showColors } from './show-color.ts';

/** Characters of a text in the list of changes. */
const EXCERPT = 80;

/** A value of a setting as staff read it. */
export function valueText({ field }: Pick<SiteSetting, 'field'>, value: SiteSetting['value']): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'number') return countText(value);
  if (field.kind === 'logo') return value === '' ? 'None of your own' : 'Own picture';
  if ((field.kind === 'markdown' || field.kind === 'css') && value.length > EXCERPT)
    return `${value.slice(0, EXCERPT)}…`;
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? value;
  return value === '' ? 'Empty' : value;
}

/** Changes one setting; what the server answers takes the place of what is shown. */
export function useSetting(name: string): {
  readonly busy: boolean;
  /** What is wrong with the value that was sent last; empty when it was taken. */
  readonly error: string;
  /** @param value null takes the default again @returns whether it was saved */
  save(value: SiteSetting['value'] | null, title: string): Promise<boolean>;
} {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  return {
    busy,
    error,
    async save(value, title) {
      if (busy) return false;
      setBusy(true);
      setError('');
      try {
        const reply = await call('PUT /staff/settings/:name', { params: { name }, body: { value } });
        client.setQueryData(staffKeys.settings, reply);
        if (setsColors(name)) showColors(reply.items);
        toast({ title, kind: 'success' });
        void client.invalidateQueries({ queryKey: staffKeys.audit });
        // The session has the site's name and who may sign up; titles of pages have the name from their loader.
        void client.invalidateQueries({ queryKey: ['session'] }).then(() => router.invalidate());
        return true;
      } catch (caught) {
        if (caught instanceof CallError) setError(caught.fields['value'] ?? '');
        failureToast(caught);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

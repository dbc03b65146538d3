import { useInfiniteQuery } from '@tanstack/react-query';
import { ListMusic, ListPlus } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { sharing } from '#features/sharing/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { type SetThing, useAddToSet } from './use-add-to-set.ts';

/** Props of {@link AddToSetDialog}. */
export interface AddToSetDialogProps {
  title: string;
  /** What is added: a track of an upload, or a song. */
  thing: SetThing;
  onClose: () => void;
}

/** Puts a track or a song into one of the member's sets, or into a new one. */
export default function AddToSetDialog({ title, thing, onClose }: AddToSetDialogProps) {
  const call = useCall();
  const list = useInfiniteQuery({
    queryKey: ['sharing', 'set', 'list', 'own'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /sets/mine', { query: { ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
  const sets = itemsOf(list.data);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  // Made once: sending the same form twice makes one set.
  const [submitId, setSubmitId] = useState(() => crypto.randomUUID());
  const put = useAddToSet();
  const add = async (id: string, setTitle: string) => {
    setBusy(id);
    if (await put({ id, title: setTitle }, thing, title)) onClose();
    setBusy(null);
  };
  const create = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    setBusy('new');
    try {
      const { id } = await call('POST /sets', { body: { title: name, visibility: 'private', submitId } });
      setSubmitId(crypto.randomUUID());
      await add(id, name);
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open size="sm" title="Add to a set">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {list.isPending && <Skeleton className="h-24 rounded-control" />}
        {list.error && !list.data && (
          <ErrorState onRetry={() => void list.refetch()} title="Your sets could not be loaded." />
        )}
        {sets.length > 0 && (
          <ul aria-label="Your sets" className="grid max-h-72 gap-1 overflow-y-auto">
            {sets.map((set) => (
              <li key={set.id}>
                <button
                  className="flex min-h-11 w-full items-center gap-3 rounded-control border border-hairline px-3 py-1.5 text-start hover:bg-hover"
                  disabled={busy !== null}
                  onClick={() => void add(set.id, set.title)}
                  type="button"
                >
                  <ListMusic aria-hidden="true" className="shrink-0 text-faint" size={18} />
                  <span className="min-w-0 flex-1 truncate font-semibold">{set.title}</span>
                  {set.visibility === 'private' && <Badge>Private</Badge>}
                  <span className="tape text-sm text-faint">{set.set?.entryCount ?? 0}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <ListEnd list={list} />
        <form className="flex items-end gap-2" noValidate onSubmit={(event) => void create(event)}>
          <TextField
            className="min-w-0 flex-1"
            label="New set"
            maxLength={sharing.titleMax}
            onChange={(event) => setName(event.target.value)}
            placeholder="Its name; only you see it at first"
            value={name}
          />
          <Button
            busy={busy === 'new'}
            disabled={name.trim() === ''}
            icon={<ListPlus aria-hidden="true" size={16} />}
            type="submit"
          >
            Create
          </Button>
        </form>
      </div>
    </Dialog>
  );
}

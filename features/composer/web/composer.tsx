import { useHydrated } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { postingRestriction } from '#content/core/web/posting-restriction.ts';
import { readDraft } from '#platform/web/lib/draft.ts';
import { hasStoredTransfers } from '#content/media/web/transfers/transfer-record.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import type { ComposerFormProps } from './composer-form.tsx';
import { ComposerHeader } from './composer-header.tsx';
import type { ComposerMode, Made } from './send.ts';

/** The form, once somebody writes. */
const Form = lateForm<ComposerFormProps>('composer', () => import('./composer-form.tsx'));

/** The composer as a page has it: a line over a feed that opens when it is wanted, or a form in the forum. */
export type ComposerProps =
  | { mode: 'feed'; viewer: Viewer; onSent: (made: Made) => void }
  | ({ mode: 'forum' } & ComposerFormProps);

/** The form that creates uploads and posts. */
export function Composer(props: ComposerProps) {
  return props.mode === 'feed' ? <FeedComposer {...props} /> : <Form {...props} />;
}

/** Fetches the form's code ahead, where a member is about to write. */
export const preloadComposer = (): void => Form.preload();

/** Whether a closed composer has left a draft in this browser. Call it after hydration. */
export function hasDraft(mode: ComposerMode, viewer: { readonly id: string }): boolean {
  const place = `${mode}:new:${viewer.id}`;
  return readDraft(place) !== null || hasStoredTransfers(place);
}

function FeedComposer({ viewer, onSent }: { viewer: Viewer; onSent: (made: Made) => void }) {
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const restriction = postingRestriction(viewer);
  if (isOpen)
    return (
      <Form
        mode="feed"
        onClose={() => setOpen(false)}
        onSent={(made) => {
          setOpen(false);
          onSent(made);
        }}
        viewer={viewer}
      />
    );
  const goesOn = hydrated && hasDraft('feed', viewer);
  return (
    <Card aria-label="Composer" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <ComposerHeader viewer={viewer} />
      <button
        className={classes(
          'control flex min-h-11 w-full items-center justify-between gap-3 rounded-control border border-control-line bg-sunken px-3 py-2 text-start text-faint',
          restriction !== null && 'border-hairline',
        )}
        disabled={restriction !== null}
        onClick={() => setOpen(true)}
        onFocus={preloadComposer}
        onPointerEnter={preloadComposer}
        type="button"
      >
        <span>{restriction ?? (goesOn ? 'Go on with your draft' : 'Share what you are making')}</span>
        {restriction === null && <Paperclip aria-hidden="true" className="shrink-0" size={17} />}
      </button>
    </Card>
  );
}

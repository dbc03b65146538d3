import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { useDraft } from '#platform/web/lib/draft.ts';
import { type Transfers, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import type { BannerHandle } from './banner-editor.tsx';
import { choiceText, type DraftChoice, noChoice, pollGap, readChoice } from './draft-choice.ts';
import { composerQuery } from './queries.ts';
import { type ComposerMode, type Made, places } from './send.ts';
import { useCovers } from './use-covers.ts';

/** The state of a composer, and how it is sent. */
export function useComposer({
  mode,
  viewer,
  category,
  onSent,
}: {
  mode: ComposerMode;
  viewer: Viewer;
  category: string;
  onSent: (made: Made) => void;
}) {
  const call = useCall();
  const client = useQueryClient();
  const place = places[mode];
  const draftPlace = `${mode}:new:${viewer.id}`;
  const draft = useDraft(draftPlace, choiceText(noChoice(category)));
  const files = useTransfers(place.purpose, draftPlace);
  const choice = readChoice(draft.extra);
  const choose = (part: Partial<DraftChoice>) => draft.setExtra(choiceText({ ...choice, ...part }));
  const covers = useCovers({ place: draftPlace, files: files.items, choice, choose });
  const transfers: Transfers = {
    ...files,
    isBusy: files.isBusy || covers.isBusy,
    remove(id) {
      covers.drop(id);
      files.remove(id);
    },
  };
  const [busy, setBusy] = useState(false);
  /** The banner's editor, once it was opened. */
  const banner = useRef<BannerHandle>(null);
  const sending = useRef(false);
  const gap = choice.poll && pollGap(choice.poll);

  const known = useQuery(composerQuery(call)).data;
  const discard = () => {
    draft.clear();
    for (const item of files.items) files.remove(item.id);
    covers.discard();
  };
  /** What keeps it from being sent, as a toast. */
  const obstacle = (): { title: string; description: string } | null => {
    if (draft.text.trim() === '' && transfers.items.length === 0 && !choice.poll)
      return { title: shownErrors.nothing_to_upload.title, description: shownErrors.nothing_to_upload.text };
    if (gap !== null) return { title: 'Poll not finished', description: gap };
    if ([...transfers.items, ...covers.items].some((item) => item.state !== 'done'))
      return {
        title: 'Files are missing',
        description: 'Not every file has arrived. Wait for it, try it again or take it out.',
      };
    return null;
  };
  const send = async () => {
    if (sending.current || transfers.isBusy) return;
    const problem = obstacle();
    if (problem) return toast({ ...problem, kind: 'error' });
    sending.current = true;
    setBusy(true);
    try {
      // The post shows the banner that stands in the form.
      if (banner.current && !(await banner.current.saveChanges())) return;
      await transfers.saveDescriptions();
      await covers.saveDescriptions();
      const created = await place.send(call, {
        text: draft.text,
        fileIds: transfers.fileIds,
        covers: transfers.items.flatMap(({ id, fileId }) => {
          const coverFileId = covers.fileIdOf(id);
          return fileId !== null && coverFileId !== null ? { fileId, coverFileId } : [];
        }),
        choice,
        submitId: draft.submitId,
      });
      draft.clear();
      transfers.clear();
      covers.clear();
      // XP and credits have grown.
      void client.invalidateQueries({ queryKey: composerQuery(call).queryKey });
      if (created.notice === null) toast({ ...place.done, kind: 'success' });
      else toast({ title: 'Held for review', description: created.notice, kind: 'info' });
      onSent(created);
    } catch (error) {
      if (error instanceof CallError && error.code === 'sign_in_required')
        toast({ title: error.title, description: 'Please sign in to upload content', kind: 'error' });
      else failureToast(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return { place, draft, transfers, covers, choice, choose, known, banner, isSending: busy, discard, send };
}

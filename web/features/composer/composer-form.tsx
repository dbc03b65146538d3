import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BarChart3, Image, Lock, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Viewer } from '#contract/accounts.ts';
import { shownErrors } from '#contract/shown-errors.ts';
import { defaultTerms, filePurposes, media, trackRightsWording } from '#contract/limits/media.ts';
import { feed } from '#contract/limits/feed.ts';
import { DraftNotice } from '#web/features/content/draft-notice.tsx';
import { MarkdownEditor } from '#web/features/content/markdown-editor.tsx';
import { FileField } from '#web/features/media/file-field.tsx';
import { TermsField } from '#web/features/media/terms-field.tsx';
import { useFileDrop } from '#web/features/media/use-file-drop.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { useDraft } from '#web/lib/draft.ts';
import { bytesText } from '#web/lib/format.ts';
import { useTransfers } from '#web/lib/transfers.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { controlStyle } from '#web/ui/controls/control-style.ts';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { classes } from '#web/ui/classes.ts';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { BannerEditor } from './banner-editor.tsx';
import { CategoryField, type ForumCategory } from './category-field.tsx';
import { ComposerHeader } from './composer-header.tsx';
import { choiceText, type DraftChoice, newPoll, noChoice, pollGap, readChoice } from './draft-choice.ts';
import { LockField } from './lock-field.tsx';
import { PollFields } from './poll-fields.tsx';
import { composerQuery } from './queries.ts';
import { type ComposerMode, type Made, places } from './send.ts';

const none: readonly ForumCategory[] = [];

/** Props of {@link ComposerForm}. */
export interface ComposerFormProps {
  mode: ComposerMode;
  viewer: Viewer;
  /** In the forum: the rows that may be chosen, and the one of the list that it was opened on. */
  categories?: readonly ForumCategory[];
  category?: string;
  /** Closes the form; its draft stays stored. */
  onClose: () => void;
  /** It is done, and the form is empty again. */
  onSent: (made: Made) => void;
}

/** The composer, open: text, files, and what its place has beside. Drawn in the browser only, because of its draft. */
export default function ComposerForm({
  mode,
  viewer,
  categories = none,
  category = '',
  onClose,
  onSent,
}: ComposerFormProps) {
  const call = useCall();
  const client = useQueryClient();
  const place = places[mode];
  const draftPlace = `${mode}:new:${viewer.id}`;
  const draft = useDraft(draftPlace, choiceText(noChoice(category)));
  const transfers = useTransfers(place.purpose, draftPlace);
  const choice = readChoice(draft.extra);
  const choose = (part: Partial<DraftChoice>) => draft.setExtra(choiceText({ ...choice, ...part }));
  const [busy, setBusy] = useState(false);
  const [bannerOpen, setBannerOpen] = useState(false);
  const sending = useRef(false);
  const drop = useFileDrop((files) => transfers.add(files, media.perContent));
  const gap = choice.poll && pollGap(choice.poll);

  const known = useQuery(composerQuery(call)).data;
  const isBannerLocked = known?.mayUseBanner === false;
  const discard = () => {
    draft.clear();
    for (const item of transfers.items) transfers.remove(item.id);
  };
  /** What keeps it from being sent, as a toast. */
  const obstacle = (): { title: string; description: string } | null => {
    if (draft.text.trim() === '' && transfers.items.length === 0 && !choice.poll)
      return { title: shownErrors.nothing_to_upload.title, description: shownErrors.nothing_to_upload.text };
    if (gap !== null) return { title: 'Poll not finished', description: gap };
    if (transfers.items.some((item) => item.state !== 'done'))
      return {
        title: 'Files are missing',
        description: 'Not every file has arrived. Wait for it, try it again or take it out.',
      };
    return null;
  };
  const send = async () => {
    if (sending.current || transfers.isBusy) return;
    const found = obstacle();
    if (found) return toast({ ...found, kind: 'error' });
    sending.current = true;
    setBusy(true);
    try {
      const made = await place.send(call, {
        text: draft.text,
        fileIds: transfers.fileIds,
        choice,
        submitId: draft.submitId,
      });
      draft.clear();
      transfers.clear();
      // XP and credits have grown.
      void client.invalidateQueries({ queryKey: composerQuery(call).queryKey });
      if (made.notice === null) toast({ ...place.done, kind: 'success' });
      else toast({ title: 'Held for review', description: made.notice, kind: 'info' });
      onSent(made);
    } catch (error) {
      if (error instanceof CallError && error.code === 'sign_in_required')
        toast({ title: error.title, description: 'Please sign in to upload content', kind: 'error' });
      else failureToast(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <Card
      aria-label={place.heading}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-3',
        drop.isOver && 'outline-2 outline-primary outline-dashed',
      )}
      {...drop.on}
    >
      <div className="-mb-1 flex items-center justify-between">
        <h2 className="heading text-lg">{place.heading}</h2>
        <IconButton
          icon={<X aria-hidden="true" size={18} />}
          label="Close the form, keep the draft"
          onClick={onClose}
          size="sm"
        />
      </div>
      <ComposerHeader
        onTag={(tag) => draft.setText(draft.text.trim() === '' ? `#${tag} ` : `${draft.text.trimEnd()} #${tag} `)}
        viewer={viewer}
      />
      {draft.restored && <DraftNotice onDiscard={discard} />}
      {mode === 'forum' && (
        <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
          <CategoryField
            adult={viewer.adult}
            categories={categories}
            onChange={(next) => choose({ category: next })}
            value={choice.category}
          />
          <LockField checked={choice.isLocked} onChange={(isLocked) => choose({ isLocked })} />
        </div>
      )}
      <MarkdownEditor
        beside={mode === 'forum'}
        focusCount={1}
        kind="post"
        label={place.label}
        maxLength={place.contentMax}
        onChange={draft.setText}
        onSend={() => void send()}
        placeholder={place.placeholder}
        value={draft.text}
      />
      <FileField
        hint={known ? `${place.filesHint} Each up to ${bytesText(known.maxBytes)}.` : place.filesHint}
        kinds={filePurposes[place.purpose].kinds}
        max={media.perContent}
        transfers={transfers}
      />
      {mode === 'feed' &&
        transfers.items.map(({ id, fileId, kind, name, state }) =>
          state === 'done' && fileId !== null && kind !== 'image' ? (
            <TermsField
              key={id}
              name={name}
              onChange={(terms) => choose({ terms: { ...choice.terms, [fileId]: terms } })}
              terms={choice.terms[fileId] ?? defaultTerms}
            />
          ) : null,
        )}
      {mode === 'feed' && transfers.items.some(({ kind }) => kind === 'audio') && (
        <p className="text-sm text-soft">{trackRightsWording}</p>
      )}
      {mode === 'feed' && choice.poll && (
        <PollFields onChange={(poll) => choose({ poll })} onRemove={() => choose({ poll: null })} poll={choice.poll} />
      )}
      {mode === 'forum' && bannerOpen && <BannerEditor viewer={viewer} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          aria-pressed={mode === 'feed' ? choice.poll !== null : undefined}
          disabled={mode === 'forum'}
          icon={<BarChart3 aria-hidden="true" size={16} />}
          onClick={() => choose({ poll: choice.poll ? null : newPoll })}
          size="sm"
          title={
            mode === 'forum'
              ? 'Polls are for the feed'
              : `A poll of ${feed.pollOptionsMin} to ${feed.pollOptionsMax} options`
          }
          variant="ghost"
        >
          Poll
        </Button>
        {mode === 'forum' && (
          <Button
            aria-expanded={bannerOpen}
            icon={isBannerLocked ? <Lock aria-hidden="true" size={15} /> : <Image aria-hidden="true" size={16} />}
            onClick={() => setBannerOpen(!bannerOpen)}
            size="sm"
            variant="ghost"
          >
            Banner
          </Button>
        )}
        {mode === 'feed' && viewer.adult && (
          <Checkbox
            checked={choice.isAdult}
            label="18+"
            onChange={(event) => choose({ isAdult: event.target.checked })}
          />
        )}
        {mode === 'feed' && (
          <label className="flex items-center gap-2 text-sm text-soft">
            Seen by
            <select
              className={classes(controlStyle, 'h-9 w-auto text-sm')}
              onChange={(event) => choose({ visibility: event.target.value as DraftChoice['visibility'] })}
              value={choice.visibility}
            >
              <option value="public">everybody</option>
              <option value="link">secret link</option>
              <option value="private">only me</option>
            </select>
          </label>
        )}
        <Button
          busy={busy || transfers.isBusy}
          busyLabel={transfers.isBusy ? 'Uploading…' : undefined}
          className="ml-auto"
          onClick={() => void send()}
          variant="primary"
        >
          {place.button}
        </Button>
      </div>
    </Card>
  );
}

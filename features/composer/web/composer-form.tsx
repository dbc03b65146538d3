import { X } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { defaultTerms, filePurposes, media, trackRightsWording } from '#content/media/contract/limits.ts';
import { DraftNotice } from '#content/core/web/editor/draft-notice.tsx';
import { MarkdownEditor } from '#content/core/web/editor/markdown-editor.tsx';
import { shownFile } from '#content/media/web/file-places.tsx';
import { FileField } from '#content/media/web/file-field.tsx';
import { TermsField } from '#content/media/web/terms-field.tsx';
import { bytesText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { BannerEditor } from './banner-editor.tsx';
import { CategoryField, type ForumCategory } from './category-field.tsx';
import { ComposerHeader } from './composer-header.tsx';
import { ComposerChoices } from './composer-choices.tsx';
import { LockField } from './lock-field.tsx';
import { SimilarPosts } from './similar-posts.tsx';
import { PollFields } from './poll-fields.tsx';
import type { DraftChoice } from './draft-choice.ts';
import { useComposer } from './use-composer.ts';
import type { Covers } from './use-covers.ts';
import { useTextFiles } from './use-text-files.ts';
import type { ComposerMode, Made } from './send.ts';

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
  const composer = useComposer({ mode, viewer, category, onSent });
  const { place, draft, transfers, covers, choice, choose, known, banner, isSending, discard, send } = composer;
  // Null until it was opened: closed again, it keeps what was changed in it.
  const [bannerOpen, setBannerOpen] = useState<boolean | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { places, drop } = useTextFiles({
    hasPlaces: mode === 'forum',
    written: { text: draft.text, setText: draft.setText, field },
    transfers,
    max: media.perContent,
  });

  return (
    <Card
      aria-label={place.heading}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-3',
        drop.isOver && 'outline-2 outline-mark outline-dashed',
      )}
      {...drop.on}
    >
      <Heading heading={place.heading} onClose={onClose} />
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
        field={field}
        renderFile={(fileId) => shownFile(transfers.items, fileId)}
        focusCount={1}
        hashtags={mode === 'feed'}
        kind="post"
        label={place.label}
        maxLength={place.contentMax}
        onChange={draft.setText}
        onSend={() => void send()}
        placeholder={place.placeholder}
        value={draft.text}
      />
      {mode === 'forum' && <SimilarPosts text={draft.text} />}
      <FileField
        hint={known ? `${place.filesHint} Each up to ${bytesText(known.maxBytes)}.` : place.filesHint}
        kinds={filePurposes[place.purpose].kinds}
        max={media.perContent}
        {...(mode === 'forum' && { places })}
        transfers={transfers}
      />
      {transfers.items.some(({ kind }) => kind === 'audio') && (
        <p className="text-sm text-soft">{trackRightsWording}</p>
      )}
      {mode === 'feed' && <FeedFields choice={choice} covers={covers} items={transfers.items} onChoose={choose} />}
      {mode === 'forum' && bannerOpen !== null && (
        <div hidden={!bannerOpen}>
          <BannerEditor handle={banner} viewer={viewer} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ComposerChoices
          adult={viewer.adult}
          bannerOpen={bannerOpen === true}
          choice={choice}
          isBannerLocked={known?.mayUseBanner === false}
          mode={mode}
          onBanner={setBannerOpen}
          onChoose={choose}
        />
        <Button
          busy={isSending || transfers.isBusy}
          busyLabel={transfers.isBusy ? 'Uploading…' : undefined}
          className="ms-auto"
          onClick={() => void send()}
          variant="primary"
        >
          {place.button}
        </Button>
      </div>
    </Card>
  );
}

function Heading({ heading, onClose }: { heading: string; onClose: () => void }) {
  return (
    <div className="-mb-1 flex items-center justify-between">
      <h2 className="heading text-lg">{heading}</h2>
      <IconButton
        icon={<X aria-hidden="true" size={18} />}
        label="Close the form, keep the draft"
        onClick={onClose}
        size="sm"
      />
    </div>
  );
}

/** Fields of the feed beside the text: the cover of each sound, the terms of each sound and video, and a poll. */
function FeedFields({
  items,
  covers,
  choice,
  onChoose,
}: {
  items: ReturnType<typeof useComposer>['transfers']['items'];
  covers: Covers;
  choice: DraftChoice;
  onChoose: (part: Partial<DraftChoice>) => void;
}) {
  return (
    <>
      {items.map(({ id, fileId, kind, name, state }) => (
        <Fragment key={id}>
          {kind === 'audio' && state !== 'failed' && <CoverField covers={covers} name={name} soundId={id} />}
          {state === 'done' && fileId !== null && kind !== 'image' && (
            <TermsField
              name={name}
              onChange={(terms) => onChoose({ terms: { ...choice.terms, [fileId]: terms } })}
              terms={choice.terms[fileId] ?? defaultTerms}
            />
          )}
        </Fragment>
      ))}
      {choice.poll && (
        <PollFields
          onChange={(poll) => onChoose({ poll })}
          onRemove={() => onChoose({ poll: null })}
          poll={choice.poll}
        />
      )}
    </>
  );
}

/** The cover of a sound: a picture that takes the place of the one in the file. */
function CoverField({ covers, name, soundId }: { covers: Covers; name: string; soundId: string }) {
  const useForAll = covers.forAll(soundId);
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control border border-hairline px-3 pt-1 pb-3">
      <legend className="max-w-full truncate px-1 text-sm font-semibold">Cover of {name}</legend>
      <FileField
        hint="Without one, the picture in the file is shown"
        kinds={['image']}
        label="Add a cover"
        max={1}
        transfers={covers.of(soundId)}
      />
      {useForAll && (
        <Button className="justify-self-start" onClick={useForAll} size="sm" variant="ghost">
          Use it for all sounds
        </Button>
      )}
    </fieldset>
  );
}

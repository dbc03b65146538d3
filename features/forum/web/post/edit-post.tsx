import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { filePurposes, media, trackRightsWording } from '#content/media/contract/limits.ts';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { FileField } from '#content/media/web/file-field.tsx';
import { type AltTexts, useAltTexts } from '#content/media/web/use-alt-texts.ts';
import { ShownFile, shownFile } from '#content/media/web/file-places.tsx';
import { Picture } from '#content/media/web/picture.tsx';
import type { WrittenText } from '#content/core/web/editor/use-places.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { useTextFiles } from '#features/composer/web/use-text-files.ts';
import { CurrentFiles } from './current-files.tsx';
import { type Transfers, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { refetch } from '#platform/web/lib/query-client.ts';
import { CategoryField } from '#features/composer/web/category-field.tsx';
import EditForm from '#content/core/web/editor/edit-form.tsx';
import { LockField } from '#features/composer/web/lock-field.tsx';
import { categoriesQuery, postQuery } from '#features/forum/web/queries.ts';

/** Edits a post in its place: text, category and, for its author, the lock. */
export default function EditPost({
  post,
  maxLength,
  save,
  onClose,
}: {
  post: Post;
  maxLength: number;
  save: (
    content: string,
    baseVersion: number,
    choice: { fileIds?: string[]; category?: string; isLocked?: boolean },
  ) => Promise<void>;
  onClose: () => void;
}) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { data: rows } = useQuery(categoriesQuery(call));
  const isOwn = viewer !== null && viewer.id === post.author.id;
  const before = post.category.name ?? post.category.id ?? '';
  const [category, setCategory] = useState(before);
  const [isLocked, setLocked] = useState(post.isLocked);
  const [files, setFiles] = useState(post.files);
  const transfers = useTransfers('forum_image', `forum:edit:${post.id}:${viewer?.id ?? ''}`);
  const altTexts = useAltTexts(files);
  const fileIds = [...files.map((file) => file.id), ...transfers.fileIds];
  return (
    <EditForm
      from={post}
      kind="post"
      label="Edit the post. The first line is its title."
      isWaiting={transfers.isBusy}
      maxLength={maxLength}
      renderFile={(id) => {
        const file = files.find((one) => one.id === id);
        if (!file) return shownFile(transfers.items, id);
        if (file.kind !== 'image')
          return file.url !== null && <ShownFile altText="" kind={file.kind} name={file.name} url={file.url} />;
        return (
          <span className="block max-w-96 overflow-hidden rounded-control">
            <Picture alt="" file={file} sizes="24rem" />
          </span>
        );
      }}
      mayBeEmpty={fileIds.length > 0}
      onClose={onClose}
      readNewest={async () => {
        const newest = await refetch(client, postQuery(call, post.id));
        return { source: newest.source ?? '', version: newest.version };
      }}
      save={async (content, version) => {
        await Promise.all([transfers.saveDescriptions(), altTexts.save()]);
        await save(content, version, {
          ...(category !== before && { category }),
          ...(fileIds.join() !== post.files.map((file) => file.id).join() && { fileIds }),
          ...(isOwn && { isLocked }),
        });
        transfers.clear();
      }}
    >
      {(written, editor) => (
        <WithFiles
          altTexts={isOwn ? altTexts : null}
          editor={editor}
          files={files}
          onCaptions={() => void refetch(client, postQuery(call, post.id))}
          onChange={setFiles}
          transfers={transfers}
          written={written}
        >
          <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
            <CategoryField
              adult={viewer?.adult ?? false}
              categories={rows?.items ?? []}
              onChange={setCategory}
              value={category}
            />
            {isOwn && <LockField checked={isLocked} onChange={setLocked} />}
          </div>
        </WithFiles>
      )}
    </EditForm>
  );
}

/** Fields of a post that is edited, its files and new ones, and its editor: all of it takes files. */
function WithFiles({
  files,
  onChange,
  onCaptions,
  altTexts,
  transfers,
  written,
  editor,
  children,
}: {
  files: Post['files'];
  onChange: (files: Post['files']) => void;
  onCaptions: () => void;
  /** Null where the post is another's. */
  altTexts: AltTexts | null;
  transfers: Transfers;
  written: WrittenText;
  editor: ReactNode;
  children: ReactNode;
}) {
  const max = media.perContent - files.length;
  const { places, drop } = useTextFiles({
    hasPlaces: true,
    written,
    transfers,
    max,
    posted: files.map((file) => ({
      ...file,
      fileId: file.id,
      altText: altTexts?.of(file) ?? file.altText,
      state: 'done',
    })),
  });
  const isOwn = altTexts !== null;
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-3',
        isOwn && drop.isOver && 'outline-2 outline-mark outline-dashed',
      )}
      {...(isOwn && drop.on)}
    >
      {children}
      <CurrentFiles altTexts={altTexts} files={files} onCaptions={onCaptions} onChange={onChange} places={places} />
      {isOwn && (
        <FileField
          kinds={filePurposes.forum_image.kinds}
          label="Add files"
          max={max}
          places={places}
          transfers={transfers}
        />
      )}
      {transfers.items.some(({ kind }) => kind === 'audio') && (
        <p className="text-sm text-soft">{trackRightsWording}</p>
      )}
      {editor}
    </div>
  );
}

import { BarChart3, Image, Lock } from 'lucide-react';
import { feed } from '#features/feed/contract/limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { Select } from '#platform/web/ui/controls/select.tsx';
import { type DraftChoice, newPoll } from './draft-choice.ts';
import type { ComposerMode } from './send.ts';

/** The options of a composer beside the text: poll, banner, 18+, visibility. */
export function ComposerChoices({
  mode,
  choice,
  adult,
  bannerOpen,
  isBannerLocked,
  onChoose,
  onBanner,
}: {
  mode: ComposerMode;
  choice: DraftChoice;
  adult: boolean;
  bannerOpen: boolean;
  isBannerLocked: boolean;
  onChoose: (part: Partial<DraftChoice>) => void;
  onBanner: (isOpen: boolean) => void;
}) {
  return (
    <>
      <Button
        aria-pressed={mode === 'feed' ? choice.poll !== null : undefined}
        disabled={mode === 'forum'}
        icon={<BarChart3 aria-hidden="true" size={16} />}
        onClick={() => onChoose({ poll: choice.poll ? null : newPoll })}
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
          onClick={() => onBanner(!bannerOpen)}
          size="sm"
          variant="ghost"
        >
          Banner
        </Button>
      )}
      {mode === 'feed' && adult && (
        <Checkbox
          checked={choice.isAdult}
          label="18+"
          onChange={(event) => onChoose({ isAdult: event.target.checked })}
        />
      )}
      {mode === 'feed' && (
        <label className="flex items-center gap-2 text-sm whitespace-nowrap text-soft">
          Seen by
          <Select
            onChange={(event) => onChoose({ visibility: event.target.value as DraftChoice['visibility'] })}
            size="sm"
            value={choice.visibility}
          >
            <option value="public">everybody</option>
            <option value="link">secret link</option>
            <option value="private">only me</option>
          </Select>
        </label>
      )}
    </>
  );
}

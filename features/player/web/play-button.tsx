import { Pause, Play } from 'lucide-react';
import { classes } from '#platform/web/ui/classes.ts';
import '#platform/web/styles/player.css';

/** Starts and stops a sound: round and orange. While the sound is on its way its edge turns. */
export function PlayButton({
  title,
  state,
  disabled,
  onPress,
  onExpect,
  className,
}: {
  title: string;
  state: 'paused' | 'loading' | 'playing';
  disabled?: boolean;
  onPress: () => void;
  /** It is likely to be pressed. */
  onExpect?: () => void;
  className?: string;
}) {
  const Icon = state === 'paused' ? Play : Pause;
  const label = `${state === 'paused' ? 'Play' : 'Pause'} ${title}`;
  return (
    <button
      aria-busy={state === 'loading' || undefined}
      aria-label={label}
      className={classes('play-button touch-target needs-script', className)}
      data-loading={state === 'loading' || undefined}
      disabled={disabled}
      onClick={onPress}
      onFocus={onExpect}
      onPointerDown={onExpect}
      onPointerEnter={onExpect}
      title={label}
      type="button"
    >
      <Icon aria-hidden="true" fill="currentColor" size="42%" strokeWidth={1.5} />
    </button>
  );
}

import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ladder, ranks } from '#people/ledger/contract/ranks.ts';
import { badgeTones } from '#platform/web/ui/members/badge-tones.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { countText } from '#platform/web/lib/format.ts';
import { RankEmblem } from '#platform/web/ui/members/rank-emblem.tsx';
import { barsPath, silhouette } from '#platform/web/ui/graphics/silhouette.ts';
import './rank-celebration.css';

const BARS = 56;

/** Props of {@link RankCelebration}. */
export interface RankCelebrationProps {
  /** Key of a rank of the ladder; any other is not celebrated. */
  rank: string;
  onDismiss: () => void;
}

/**
 * A rank was reached just now: its emblem over a waveform that plays once. It takes no focus and covers no middle of a page,
 * stays until it is put away, and stands still for who wants no motion.
 */
export default function RankCelebration({ rank: key, onDismiss }: RankCelebrationProps) {
  const step = ladder.find((rung) => rung.rank === key);
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dismiss.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!step) return null;
  const rank = ranks[step.rank];
  return createPortal(
    <section aria-label="New rank" className="celebration" style={badgeTones(rank.color)}>
      <svg aria-hidden="true" className="celebration-wave" preserveAspectRatio="none" viewBox={`0 0 ${BARS * 4} 48`}>
        <path d={barsPath(silhouette(BARS, step.xp), 4, 48)} stroke="currentColor" strokeWidth="2" />
      </svg>
      <RankEmblem {...rank} className="celebration-emblem" size="lg" />
      <div className="min-w-0">
        <div role="status">
          <p className="text-sm font-semibold text-soft">New rank</p>
          <p className="heading-widest text-2xl">{rank.label}</p>
          <p className="mt-0.5 text-sm text-soft">
            You have reached {step.name}: <span className="tape">{countText(step.xp)}</span> XP.
          </p>
        </div>
        <ButtonLink className="mt-2.5" onClick={onDismiss} size="sm" to="/ranks">
          See the ladder
        </ButtonLink>
      </div>
      <button
        aria-label="Dismiss"
        className="touch-target absolute top-2 end-2 grid size-8 place-items-center rounded-control text-faint hover:bg-hover hover:text-text"
        onClick={onDismiss}
        type="button"
      >
        <X aria-hidden="true" size={16} />
      </button>
    </section>,
    document.body,
  );
}

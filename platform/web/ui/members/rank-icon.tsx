import { rankShapes } from './rank-shapes.ts';

/** The drawn icon of a rank by its key; unknown keys get the wanderer's. Decorative: the label stands beside it. */
export function RankIcon({
  icon,
  size = 24,
  className,
}: {
  icon: string;
  size?: number;
  className?: string | undefined;
}) {
  const shape = Object.hasOwn(rankShapes, icon) ? rankShapes[icon] : rankShapes['wanderer'];
  return (
    <svg
      aria-hidden="true"
      className={className}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={size < 18 ? 2 : 1.75}
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={shape} />
    </svg>
  );
}

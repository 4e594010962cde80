import '../keys.css';

const WIDTH = 90;
const HEIGHT = 18;
/** The height of a day with a single request, which stays visible. */
const LEAST = 2;

interface SparklineProps {
  /** One number per day, oldest first. */
  readonly days: readonly number[];
  /** The same as text. */
  readonly label: string;
}

/** One bar per day, relative to the busiest day. */
export function Sparkline({ days, label }: SparklineProps) {
  const most = Math.max(...days, 1);
  const step = WIDTH / days.length;
  return (
    <svg
      className="st-spark"
      role="img"
      aria-label={label}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <title>{label}</title>
      <path className="st-spark-ground" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {days.map((count, day) => {
        if (count === 0) return null;
        const height = Math.max(LEAST, (count / most) * HEIGHT);
        return <rect key={day} x={day * step} y={HEIGHT - height} width={step - 0.75} height={height} />;
      })}
    </svg>
  );
}

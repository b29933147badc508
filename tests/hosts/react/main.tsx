import 'attention-playground/embed';
import type {} from 'attention-playground/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Lesson() {
  const [scores, setScores] = useState([0.3, 2.1, 0.5]);
  const [said, setSaid] = useState('');
  return (
    <>
      <attention-playground
        step={2}
        scores={scores}
        hide={['map', 'profile']}
        onweights-change={({ detail }) => setSaid(detail.weights.map((weight) => weight.toFixed(3)).join(' '))}
      />
      <button onClick={() => setScores([1, 1, 1])}>Even</button>
      <output>{said}</output>
    </>
  );
}

createRoot(document.querySelector('#root')!).render(<Lesson />);

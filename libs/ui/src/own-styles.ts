/* Only our own styles, for a page that lists the few kit components that it uses. */
import './styles.css';

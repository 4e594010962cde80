/* Our own styles alone, for a page that names the few components of the kit that it uses itself. */
import './styles.css';

import java.io.File;
import java.io.PrintStream;
import org.omegat.core.Core;
import org.omegat.core.data.NotLoadedProject;
import org.omegat.core.data.ProjectProperties;
import org.omegat.gui.glossary.GlossaryEntry;
import org.omegat.gui.glossary.GlossaryReaderTBX;

/** Prints what OmegaT shows of a glossary, a line for each pair of terms: FILE SOURCE TARGET. */
public class OmegaTGlossary {
    public static class Languages extends ProjectProperties {
        public Languages(String source, String target) throws Exception {
            setSourceLanguage(source);
            setTargetLanguage(target);
        }
    }

    public static void main(String[] words) throws Exception {
        Languages languages = new Languages(words[1], words[2]);
        Core.setProject(new NotLoadedProject() {
            @Override
            public ProjectProperties getProjectProperties() {
                return languages;
            }
        });
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        for (GlossaryEntry entry : GlossaryReaderTBX.read(new File(words[0]), false)) {
            String comment = entry.getCommentText().replace('\n', '/');
            out.println(entry.getSrcText() + "\t" + entry.getLocText() + "\t" + comment);
        }
    }
}

package quizbank

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"

	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/papers"
)

// A QTI package is a zip file. It contains the file imsmanifest.xml, which lists
// all other files in the package. There is a file for each question, called an
// item. A further file is a test with a section for each category. Canvas and some
// other systems create a quiz only if the package contains a test.
//
// Source: 1EdTech, IMS Question and Test Interoperability 2.1, Assessment Test,
// Section, and Item Information Model; IMS Content Packaging 1.1; SOURCES.md
// QUIZ.4.

const (
	qtiNames    = `xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imsqti_v2p1 http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"`
	qtiPackage  = `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"`
	qtiItemType = "imsqti_item_xmlv2p1"
	qtiTestType = "imsqti_test_xmlv2p1"
)

// writeQTI writes questions as a QTI 2.1 package. For the same questions, it always
// writes the same bytes.
func writeQTI(t *cli.Terminal, sets []papers.Paper) error {
	all := bankOf(sets)
	items, sum := make([]string, len(all)), fnv.New64a()
	for i := range all {
		items[i] = qtiItem(i, &all[i])
		io.WriteString(sum, items[i])
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	put := func(name, text string) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err == nil {
			_, err = io.WriteString(w, xml.Header+text)
		}
		return err
	}
	if err := put("imsmanifest.xml", qtiManifest(sum.Sum64(), len(all))); err != nil {
		return err
	}
	if err := put("test.xml", qtiTest(all)); err != nil {
		return err
	}
	for i, item := range items {
		if err := put(qtiFile(i), item); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err := t.Out.Write(out.Bytes())
	return err
}

func qtiID(i int) string   { return fmt.Sprintf("question-%04d", i+1) }
func qtiFile(i int) string { return "items/" + qtiID(i) + ".xml" }

// inXML escapes a text for XML elements and attributes.
func inXML(text string) string {
	var out bytes.Buffer
	_ = xml.EscapeText(&out, []byte(text)) // writing to a buffer never fails
	return out.String()
}

// qtiManifest returns the manifest. The manifest lists the test and the items,
// whose number is given. The package identifier contains the given hash, so that
// different packages have different identifiers.
func qtiManifest(sum uint64, n int) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<manifest %s identifier="hopyard-%016x">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
<resource identifier="test" type="%s" href="test.xml"><file href="test.xml"/>`, qtiPackage, sum, qtiTestType)
	for i := range n {
		fmt.Fprintf(&out, `<dependency identifierref="%s"/>`, qtiID(i))
	}
	out.WriteString("</resource>\n")
	for i := range n {
		fmt.Fprintf(&out, `<resource identifier="%s" type="%s" href="%[3]s"><file href="%[3]s"/></resource>`+"\n", qtiID(i), qtiItemType, qtiFile(i))
	}
	return out.String() + "</resources>\n</manifest>\n"
}

// qtiTest returns a QTI test with all questions. The test has a section for each
// category.
func qtiTest(all []bankQuestion) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<assessmentTest %s identifier="test" title="Hopyard">
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
`, qtiNames)
	sections := 0
	section := func(title string) {
		if sections++; sections > 1 {
			out.WriteString("</assessmentSection>\n")
		}
		fmt.Fprintf(&out, `<assessmentSection identifier="section-%d" title="%s" visible="true">`+"\n", sections, inXML(title))
	}
	for i := range all {
		if i == 0 || all[i].category != all[i-1].category {
			section(all[i].category)
		}
		fmt.Fprintf(&out, `<assessmentItemRef identifier="%s" href="%s"/>`+"\n", qtiID(i), qtiFile(i))
	}
	if sections == 0 {
		section("Hopyard") // a test part needs at least one section
	}
	return out.String() + `</assessmentSection>
</testPart>
<outcomeProcessing><setOutcomeValue identifier="SCORE"><sum><testVariables variableIdentifier="SCORE"/></sum></setOutcomeValue></outcomeProcessing>
</assessmentTest>
`
}

// Response processing of the standard QTI templates match_correct and map_response.
// It is written out because an item that merely refers to a template cannot select
// its own feedback.
const (
	qtiMatchCorrect = `<responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>` +
		`<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf>` +
		`<responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition>`
	qtiMapResponse = `<responseCondition><responseIf><isNull><variable identifier="RESPONSE"/></isNull>` +
		`<setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseIf>` +
		`<responseElse><setOutcomeValue identifier="SCORE"><mapResponse identifier="RESPONSE"/></setOutcomeValue></responseElse></responseCondition>`
	qtiFeedbackIsChoice = `<responseCondition><responseIf><not><isNull><variable identifier="RESPONSE"/></isNull></not>` +
		`<setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue></responseIf></responseCondition>`
)

// qtiItem returns the QTI item of a question. The item is either multiple choice or
// has a field for a number. Every choice has its own feedback. So does every number
// in the question's list of possible answers.
func qtiItem(i int, b *bankQuestion) string {
	var body, said strings.Builder
	feedback := func(name, text string) {
		fmt.Fprintf(&said, `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="%s" showHide="show">%s</modalFeedback>`+"\n", name, inXML(text))
	}
	base, processing := "identifier", qtiMatchCorrect+"\n"
	var right []string
	if len(b.numbers) > 0 {
		base, right = "integer", []string{fmt.Sprint(b.numbers[0].value)}
		fmt.Fprintf(&body, `<p><strong>%s</strong> <textEntryInteraction responseIdentifier="RESPONSE" expectedLength="12"/></p>`+"\n", inXML(b.prompt))
		processing += "<responseCondition>"
		for k, n := range b.numbers {
			name, branch := fmt.Sprintf("answer-%d", k+1), "responseElseIf"
			if k == 0 {
				branch = "responseIf"
			}
			processing += fmt.Sprintf(`<%[1]s><match><variable identifier="RESPONSE"/><baseValue baseType="integer">%[2]d</baseValue></match><setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">%[3]s</baseValue></setOutcomeValue></%[1]s>`, branch, n.value, name)
			feedback(name, n.because)
		}
		processing += "</responseCondition>\n"
	} else {
		fmt.Fprintf(&body, `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1"><prompt>%s</prompt>`+"\n", inXML(b.prompt))
		for k, c := range b.choices {
			name, because := fmt.Sprintf("answer-%d", k+1), c.Because
			if c.Right {
				right, because = append(right, name), b.why
			}
			fmt.Fprintf(&body, `<simpleChoice identifier="%s">%s</simpleChoice>`+"\n", name, inXML(c.Text))
			feedback(name, because)
		}
		body.WriteString("</choiceInteraction>\n")
		if len(right) > 1 { // several choices are right, and each of them alone is a complete answer
			processing = qtiMapResponse + "\n"
		}
		processing += qtiFeedbackIsChoice + "\n"
	}
	answers := "<correctResponse><value>" + right[0] + "</value></correctResponse>"
	if len(right) > 1 {
		answers += `<mapping defaultValue="0">`
		for _, name := range right {
			answers += `<mapEntry mapKey="` + name + `" mappedValue="1"/>`
		}
		answers += "</mapping>"
	}
	lines := make([]string, len(b.lines))
	for k, line := range b.lines {
		lines[k] = inXML(line)
	}
	return fmt.Sprintf(`<assessmentItem %s identifier="%s" title="%s" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="%s">%s</responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="1"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
<itemBody>
<p>%s</p>
%s</itemBody>
<responseProcessing>
%s</responseProcessing>
%s</assessmentItem>
`, qtiNames, qtiID(i), inXML(b.name), base, answers, strings.Join(lines, "<br/>"), body.String(), processing, said.String())
}

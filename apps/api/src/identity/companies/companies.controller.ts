import { CompanyView, PutCompanyLogo, UpdateCompany } from '@billhook/contract/identity/company';
import { presentCompany } from '@billhook/identity/companies/company.presenter';
import { Body, Controller, Delete, Get, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns } from '../../request/routes/route.decorator.js';
import { CompaniesService } from './companies.service.js';

@ApiTags('Settings')
@Controller('app/company')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get()
  @Authenticated()
  @Returns(CompanyView, { summary: 'Get the company' })
  async get(@By() by: Principal): Promise<CompanyView> {
    return presentCompany(await this.companies.get(by.company.id));
  }

  @Patch()
  @Requires('company.manage')
  @Returns(CompanyView, {
    summary: 'Edit the company',
    description:
      'Issued documents keep the details they were issued with. `lockedUntil` closes the books up to and including that day; moving it back reopens them and requires the password to be confirmed. So does changing `iban`, `bic`, `paymentLink`, `email` or `legalNotice`, about which each owner receives an email.',
    problems: ['invalid_body', 'step_up_required'],
  })
  update(@By() by: SignedInMember, @Body({ schema: UpdateCompany }) body: UpdateCompany): Promise<CompanyView> {
    return this.companies.update(by, body);
  }

  @Put('logo')
  @Requires('company.manage')
  @Returns(CompanyView, {
    summary: 'Replace the logo',
    description:
      'A PNG or JPEG of at most 512 KiB and 4 megapixels. It is stored without metadata, and appears on the PDFs, pages and emails of documents that are issued from now on.',
    problems: ['invalid_body'],
  })
  setLogo(@By() by: SignedInMember, @Body({ schema: PutCompanyLogo }) body: PutCompanyLogo): Promise<CompanyView> {
    return this.companies.setLogo(by, body);
  }

  @Delete('logo')
  @Requires('company.manage')
  @Returns(CompanyView, {
    summary: 'Remove the logo',
    description: 'Documents that are issued from now on have no logo. Issued documents keep theirs.',
  })
  removeLogo(@By() by: SignedInMember): Promise<CompanyView> {
    return this.companies.removeLogo(by);
  }
}
